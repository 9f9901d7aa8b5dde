const help = ['service', 'safety', 'complaints', 'faq'] as const
const prices = ['pricing', 'returns'] as const
const legal = ['terms', 'privacy', 'cookies', 'ban', 'ranking', 'transparency', 'imprint'] as const
export type FooterPage = (typeof help | typeof prices | typeof legal)[number] | 'languages'

export interface FooterGroup {
  heading: 'help' | 'prices' | 'legal'
  pages: readonly FooterPage[]
}

interface Reader {
  member: boolean
  index: boolean
  installed: boolean
}

/** The links of the footer, by reader: what they most likely look for comes first. */
export function footerGroups({ member, index, installed }: Reader): FooterGroup[] {
  if (installed)
    return [
      { heading: 'help', pages: ['service', 'safety', 'complaints'] },
      { heading: 'legal', pages: ['terms', 'privacy'] },
    ]
  const helps: FooterGroup = { heading: 'help', pages: index ? [...help, 'languages'] : help }
  const costs: FooterGroup = { heading: 'prices', pages: prices }
  const rules: FooterGroup = { heading: 'legal', pages: legal }
  return member ? [helps, costs, rules] : [costs, rules, helps]
}

/** Readers in the United States must see whether criminal records are checked; the wording of the law is English. */
export function hasUsFooter(
  { geoip_selected_country: country }: { geoip_selected_country: string },
  language: string,
): boolean {
  return country === 'US' && language === 'en'
}
