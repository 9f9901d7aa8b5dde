import type { Gender } from '@/api/types'
import { rangeOf, traits, valuesOf, type Trait } from '@/words/fields'

export const oldest = 99
export const heights = rangeOf('height_cm')

const orders = ['near', 'active', 'fit', 'verified'] as const
export type Order = (typeof orders)[number]
/** The orders of a site, with or without the verified badge. */
export const ordersOf = (hasBadge: boolean) => orders.filter((order) => hasBadge || order !== 'verified')
/** Nearest first; whoever has no town gets the recently active. */
export const defaultOrder: Order = 'near'

/** A radius in kilometres around the own town, the whole country, or the smallest radius with enough people (null). */
export const radii = [10, 25, 50, 100, 250] as const
export type Radius = (typeof radii)[number] | 'country' | null

/** The filters. Null is the default: the genders the member seeks, the own country, any region, the wished ages. */
export interface Filters {
  gender: Gender | null
  country: string | typeof everywhere | null
  region: string | null
  minAge: number | null
  maxAge: number | null
  radius: Radius
  photo: boolean
  /** Joined within a week. */
  isNew: boolean
  /** Was here today. */
  isOnline: boolean
  /** Has the verified badge. */
  isVerified: boolean
  minHeight: number | null
  maxHeight: number | null
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
  radius: null,
  photo: false,
  isNew: false,
  isOnline: false,
  isVerified: false,
  minHeight: null,
  maxHeight: null,
  traits: {},
  interests: [],
  order: defaultOrder,
}

function wholeIn(text: string | null, least: number, most: number): number | null {
  const number = Number(text)
  return text && Number.isInteger(number) && number >= least && number <= most ? number : null
}

/** Both ends of a range in an address; a crossed one is none. */
function rangeIn(search: URLSearchParams, name: string, least: number, most: number) {
  const [from, to] = [`min_${name}`, `max_${name}`].map((key) => wholeIn(search.get(key), least, most)) as [
    number | null,
    number | null,
  ]
  return from !== null && to !== null && from > to ? [null, null] : [from, to]
}

function radiusIn(text: string | null): Radius {
  return text === 'country' ? text : (radii.find((radius) => String(radius) === text) ?? null)
}

function keysIn(text: string | null): string[] {
  return (text ?? '').split(',').filter((key) => /^[a-z_]{1,40}$/.test(key))
}

/** Parses the filters of an address; invalid ones are ignored, as is the badge on a site that `hasBadge` is false for. */
export function readFilters(search: URLSearchParams, youngest: number, hasBadge = true): Filters {
  const gender = search.get('gender')
  const country = search.get('country')
  const region = search.get('region')
  const [minAge = null, maxAge = null] = rangeIn(search, 'age', youngest, oldest)
  const [minHeight = null, maxHeight = null] = rangeIn(search, 'height', heights.least, heights.most)
  const said = traits.map(
    (trait) => [trait, keysIn(search.get(trait)).filter((value) => isValue(trait, value))] as const,
  )
  return {
    gender: gender === 'male' || gender === 'female' ? gender : null,
    country: country === everywhere || /^[A-Z]{2}$/.test(country ?? '') ? country : null,
    region: /^[a-z]{2}-[a-z0-9-]{1,60}$/.test(region ?? '') ? region : null,
    minAge,
    maxAge,
    radius: radiusIn(search.get('radius')),
    photo: search.get('photo') === '1',
    isNew: search.get('new') === '1',
    isOnline: search.get('online') === '1',
    isVerified: hasBadge && search.get('verified') === '1',
    minHeight,
    maxHeight,
    traits: Object.fromEntries(said.filter(([, values]) => values.length > 0)),
    interests: keysIn(search.get('interests')),
    order: ordersOf(hasBadge).find((order) => order === search.get('order')) ?? defaultOrder,
  }
}

export function writeFilters(filters: Filters): URLSearchParams {
  const { gender, country, region, minAge, maxAge, radius } = filters
  const search = new URLSearchParams()
  const said = {
    gender,
    country,
    region,
    min_age: minAge,
    max_age: maxAge,
    radius,
    ...furtherOf(filters),
    order: filters.order === defaultOrder ? null : filters.order,
  }
  for (const [name, value] of Object.entries(said)) if (value !== null) search.set(name, String(value))
  return search
}

/** The searching member, as far as the initial filters depend on them. */
export interface Seeker {
  country: string
  town_id?: number | null
  seeks?: Gender[]
  wants_from?: number
  wants_to?: number
}

/** The genders a search begins with: both for a member who has not said it. */
export function soughtBy({ seeks = [] }: Pick<Seeker, 'seeks'>): Gender[] {
  return seeks.length > 0 ? seeks : ['female', 'male']
}

/** The query for the server: chosen filters, else the member's own wishes. */
export function queryOf(filters: Filters, own: Seeker) {
  const country = countryOf(filters, own.country)
  const [minAge, maxAge] = agesOf(filters, own)
  return {
    gender: filters.gender ?? (own.seeks?.length === 1 ? own.seeks[0] : null),
    country,
    region: country && filters.region?.startsWith(`${country.toLowerCase()}-`) ? filters.region : null,
    min_age: minAge,
    max_age: maxAge,
    radius: radiusOf(filters, own),
    ...furtherOf(filters),
    // The server's own default.
    order: filters.order === 'active' ? null : filters.order,
  }
}

/** The radius to ask for: only around the own town, and not beside another place that was chosen. */
export function radiusOf({ radius, country, region }: Filters, own: Seeker): number | 'auto' | null {
  const isElsewhere = country !== null && country !== own.country
  if (!own.town_id || radius === 'country' || region !== null) return null
  if (radius !== null) return isElsewhere && country !== everywhere ? null : radius
  return isElsewhere ? null : 'auto'
}

export type Query = ReturnType<typeof queryOf>

export function countryOf(filters: Filters, ownCountry: string): string | null {
  return filters.country === everywhere ? null : (filters.country ?? ownCountry)
}

/** Both ends of the age range, null where there is none: as chosen, or else as the member wishes. */
export function agesOf(filters: Filters, own: Seeker): [number | null, number | null] {
  const from = filters.minAge ?? own.wants_from ?? adult
  const to = filters.maxAge ?? own.wants_to ?? oldest
  return [from > adult ? from : null, to < oldest ? to : null]
}

const adult = 18

export function isFiltered(filters: Filters): boolean {
  return writeFilters({ ...filters, order: defaultOrder }).size > 0
}

/** The number of filters beyond gender, place and age. */
export function furtherCount({ photo, isVerified, traits: asked, interests, minHeight, maxHeight }: Filters): number {
  const height = minHeight !== null || maxHeight !== null
  return Object.keys(asked).length + [photo, isVerified, interests.length > 0, height].filter(Boolean).length
}

type Further = Omit<Filters, 'gender' | 'country' | 'region' | 'minAge' | 'maxAge' | 'radius' | 'order'>

function furtherOf(further: Further) {
  const { photo, isNew, isOnline, isVerified, minHeight, maxHeight, traits: asked, interests } = further
  const fields = Object.fromEntries(
    traits.map((trait) => [trait, asked[trait]?.length ? asked[trait].join(',') : null]),
  ) as Record<Trait, string | null>
  return {
    photo: photo ? '1' : null,
    new: isNew ? '1' : null,
    online: isOnline ? '1' : null,
    verified: isVerified ? '1' : null,
    min_height: minHeight,
    max_height: maxHeight,
    ...fields,
    interests: interests.length > 0 ? interests.join(',') : null,
  }
}

function isValue(trait: Trait, value: string): boolean {
  return valuesOf(trait).includes(value)
}
