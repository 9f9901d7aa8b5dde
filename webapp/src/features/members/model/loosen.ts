import { everywhere, type Filters } from './filters'

export type Loosening = 'region' | 'age' | 'gender' | 'country'

/** Each way to ask for one thing less, the smallest step first. */
export function loosenings(filters: Filters): { what: Loosening; filters: Filters }[] {
  const ways: { what: Loosening; filters: Filters }[] = []
  if (filters.region) ways.push({ what: 'region', filters: { ...filters, region: null } })
  if (filters.minAge !== null || filters.maxAge !== null) ways.push({ what: 'age', filters: { ...filters, minAge: null, maxAge: null } })
  if (filters.gender) ways.push({ what: 'gender', filters: { ...filters, gender: null } })
  if (filters.country !== everywhere) ways.push({ what: 'country', filters: { ...filters, country: everywhere, region: null } })
  return ways
}
