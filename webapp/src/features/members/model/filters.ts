import type { Gender } from '@/api/types'
import { traits, valuesOf, type Trait } from '@/words/traits'

export const oldest = 99

export const orders = ['active', 'near', 'fit'] as const
export type Order = (typeof orders)[number]

/** Whom to look for. Null is no wish: whom the member seeks, the member's own country, any region, the ages they want. */
export interface Filters {
  gender: Gender | null
  country: string | typeof everywhere | null
  region: string | null
  minAge: number | null
  maxAge: number | null
  photo: boolean
  /** Of each trait any of these will do. */
  traits: Partial<Record<Trait, string[]>>
  interests: string[]
  order: Order
}

export const everywhere = 'all'
export const noFilters: Filters = {
  gender: null,
  country: null,
  region: null,
  minAge: null,
  maxAge: null,
  photo: false,
  traits: {},
  interests: [],
  order: 'active',
}

function ageIn(text: string | null, youngest: number): number | null {
  const age = Number(text)
  return text && Number.isInteger(age) && age >= youngest && age <= oldest ? age : null
}

function keysIn(text: string | null): string[] {
  return (text ?? '').split(',').filter((key) => /^[a-z_]{1,40}$/.test(key))
}

/** The filters an address holds; what it says wrongly is as if it were not said. */
export function readFilters(search: URLSearchParams, youngest: number): Filters {
  const gender = search.get('gender')
  const country = search.get('country')
  const region = search.get('region')
  const minAge = ageIn(search.get('min_age'), youngest)
  const maxAge = ageIn(search.get('max_age'), youngest)
  const crossed = minAge !== null && maxAge !== null && minAge > maxAge
  const said = traits.map(
    (trait) => [trait, keysIn(search.get(trait)).filter((value) => isValue(trait, value))] as const,
  )
  return {
    gender: gender === 'male' || gender === 'female' ? gender : null,
    country: country === everywhere || /^[A-Z]{2}$/.test(country ?? '') ? country : null,
    region: /^[a-z]{2}-[a-z0-9-]{1,60}$/.test(region ?? '') ? region : null,
    minAge: crossed ? null : minAge,
    maxAge: crossed ? null : maxAge,
    photo: search.get('photo') === '1',
    traits: Object.fromEntries(said.filter(([, values]) => values.length > 0)),
    interests: keysIn(search.get('interests')),
    order: orders.find((order) => order === search.get('order')) ?? 'active',
  }
}

export function writeFilters({
  gender,
  country,
  region,
  minAge,
  maxAge,
  photo,
  traits: asked,
  interests,
  order,
}: Filters): URLSearchParams {
  const search = new URLSearchParams()
  const said = {
    gender,
    country,
    region,
    min_age: minAge,
    max_age: maxAge,
    ...furtherOf({ photo, traits: asked, interests, order }),
  }
  for (const [name, value] of Object.entries(said)) if (value !== null) search.set(name, String(value))
  return search
}

/** Who is looking, as far as it decides where one begins. */
export interface Seeker {
  country: string
  seeks?: Gender[]
  wants_from?: number
  wants_to?: number
}

/** The genders a search begins with: both for a member who has not said it. */
export function soughtBy({ seeks = [] }: Pick<Seeker, 'seeks'>): Gender[] {
  return seeks.length > 0 ? seeks : ['female', 'male']
}

/** What the server is asked: whom the member seeks, in the own country, of the ages they want, unless something else was chosen. */
export function queryOf(filters: Filters, own: Seeker) {
  const country = countryOf(filters, own.country)
  const [minAge, maxAge] = agesOf(filters, own)
  return {
    gender: filters.gender ?? (own.seeks?.length === 1 ? own.seeks[0] : null),
    country,
    region: country && filters.region?.startsWith(`${country.toLowerCase()}-`) ? filters.region : null,
    min_age: minAge,
    max_age: maxAge,
    ...furtherOf(filters),
  }
}

export type Query = ReturnType<typeof queryOf>

export function countryOf(filters: Filters, ownCountry: string): string | null {
  return filters.country === everywhere ? null : (filters.country ?? ownCountry)
}

/** Both ends, null where there is none: what was chosen, or else what the member wants anyway. */
export function agesOf(filters: Filters, own: Seeker): [number | null, number | null] {
  const from = filters.minAge ?? own.wants_from ?? adult
  const to = filters.maxAge ?? own.wants_to ?? oldest
  return [from > adult ? from : null, to < oldest ? to : null]
}

const adult = 18

export function isFiltered(filters: Filters): boolean {
  return writeFilters({ ...filters, order: 'active' }).size > 0
}

/** How many fields are asked for beyond who, where and how old. */
export function furtherCount({ photo, traits: asked, interests }: Filters): number {
  return Object.keys(asked).length + (photo ? 1 : 0) + (interests.length > 0 ? 1 : 0)
}

type Further = Pick<Filters, 'photo' | 'traits' | 'interests' | 'order'>

function furtherOf({ photo, traits: asked, interests, order }: Further) {
  const fields = Object.fromEntries(
    traits.map((trait) => [trait, asked[trait]?.length ? asked[trait].join(',') : null]),
  ) as Record<Trait, string | null>
  return {
    photo: photo ? '1' : null,
    ...fields,
    interests: interests.length > 0 ? interests.join(',') : null,
    order: order === 'active' ? null : order,
  }
}

function isValue(trait: Trait, value: string): boolean {
  return (valuesOf(trait) as readonly string[]).includes(value)
}
