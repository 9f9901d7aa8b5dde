export type RegionKind = 'province' | 'state' | 'canton' | 'region' | 'voivodeship'

const kinds: Partial<Record<string, RegionKind>> = {
  NL: 'province',
  BE: 'province',
  CA: 'province',
  ES: 'province',
  DE: 'state',
  AT: 'state',
  US: 'state',
  AU: 'state',
  CH: 'canton',
  PL: 'voivodeship',
}

/** What a country calls its parts. */
export function regionKind(country: string): RegionKind {
  return kinds[country] ?? 'region'
}
