import type { Gender } from '../../../api/types'

export const oldest = 99

/** Whom to look for. Null is no wish: whom the member seeks, the member's own country, any region, any age. */
export interface Filters {
  gender: Gender | null
  country: string | typeof everywhere | null
  region: string | null
  minAge: number | null
  maxAge: number | null
}

export const everywhere = 'all'
export const noFilters: Filters = { gender: null, country: null, region: null, minAge: null, maxAge: null }

function ageIn(text: string | null, youngest: number): number | null {
  const age = Number(text)
  return text && Number.isInteger(age) && age >= youngest && age <= oldest ? age : null
}

/** The filters an address holds; what it says wrongly is as if it were not said. */
export function readFilters(search: URLSearchParams, youngest: number): Filters {
  const gender = search.get('gender')
  const country = search.get('country')
  const region = search.get('region')
  const minAge = ageIn(search.get('min_age'), youngest)
  const maxAge = ageIn(search.get('max_age'), youngest)
  const crossed = minAge !== null && maxAge !== null && minAge > maxAge
  return {
    gender: gender === 'male' || gender === 'female' ? gender : null,
    country: country === everywhere || /^[A-Z]{2}$/.test(country ?? '') ? country : null,
    region: /^[a-z]{2}-[a-z0-9-]{1,60}$/.test(region ?? '') ? region : null,
    minAge: crossed || minAge === youngest ? null : minAge,
    maxAge: crossed || maxAge === oldest ? null : maxAge,
  }
}

export function writeFilters({ gender, country, region, minAge, maxAge }: Filters): URLSearchParams {
  const search = new URLSearchParams()
  const said = { gender, country, region, min_age: minAge, max_age: maxAge }
  for (const [name, value] of Object.entries(said)) if (value !== null) search.set(name, String(value))
  return search
}

/** Who is looking, as far as it decides where one begins. */
export interface Seeker {
  country: string
  seeks?: Gender[]
}

/** What the server is asked: whom the member seeks, in the own country, unless something else was chosen. */
export function queryOf(filters: Filters, own: Seeker) {
  const country = countryOf(filters, own.country)
  return {
    gender: filters.gender ?? (own.seeks?.length === 1 ? own.seeks[0] : null),
    country,
    region: country && filters.region?.startsWith(`${country.toLowerCase()}-`) ? filters.region : null,
    min_age: filters.minAge,
    max_age: filters.maxAge,
  }
}

export type Query = ReturnType<typeof queryOf>

export function countryOf(filters: Filters, ownCountry: string): string | null {
  return filters.country === everywhere ? null : (filters.country ?? ownCountry)
}

export function isFiltered(filters: Filters): boolean {
  return writeFilters(filters).size > 0
}
