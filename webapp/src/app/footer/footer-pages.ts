const all = [
  'terms',
  'privacy',
  'cookies',
  'ban',
  'pricing',
  'returns',
  'faq',
  'service',
  'complaints',
  'imprint',
] as const
export type FooterPage = (typeof all)[number] | 'languages'

interface Reader {
  member: boolean
  index: boolean
  installed: boolean
}

/** The links of the footer, by reader. */
export function footerPages({ member, index, installed }: Reader): FooterPage[] {
  if (installed) return ['service', 'complaints', 'terms', 'privacy']
  if (member)
    return ['service', 'complaints', 'faq', 'pricing', 'returns', 'terms', 'privacy', 'cookies', 'ban', 'imprint']
  return index ? [...all, 'languages'] : [...all]
}

/** Readers in the United States must see whether criminal records are checked; the wording of the law is English. */
export function hasUsFooter(
  { geoip_selected_country: country }: { geoip_selected_country: string },
  language: string,
): boolean {
  return country === 'US' && language === 'en'
}
