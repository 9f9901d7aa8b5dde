const all = ['terms', 'privacy', 'cookies', 'ban', 'pricing', 'returns', 'faq', 'service', 'complaints'] as const
export type FooterPage = (typeof all)[number] | 'languages'

interface Reader {
  member: boolean
  index: boolean
  installed: boolean
}

/** Which links the footer has for whom. */
export function footerPages({ member, index, installed }: Reader): FooterPage[] {
  if (installed) return ['service', 'complaints', 'terms', 'privacy']
  if (member) return ['service', 'complaints', 'faq', 'pricing', 'returns', 'terms', 'privacy', 'cookies', 'ban']
  return index ? [...all, 'languages'] : [...all]
}

/** American sites must say whether they look into the past of their members. */
export function hasUsFooter(settings: { default_country: string }): boolean {
  return settings.default_country === 'US'
}
