import type { SegmentConditions } from '@/api/types'

/** What the form holds: numbers as they are typed, empty for no condition. */
export interface SegmentDraft {
  name: string
  countries: string[]
  genders: ('female' | 'male')[]
  languages: string[]
  networks: string[]
  bounds: Record<Bound, string>
  bought: '' | 'yes' | 'no'
}

export const bounds = ['age_from', 'age_to', 'credits_from', 'credits_to', 'away_from', 'away_to'] as const
export type Bound = (typeof bounds)[number]

/** The pairs of bounds, with the smallest and largest number of each. */
export const ranges = [
  { name: 'age', from: 'age_from', to: 'age_to', min: 18, max: 120 },
  { name: 'credits', from: 'credits_from', to: 'credits_to', min: 0, max: 1_000_000 },
  { name: 'away', from: 'away_from', to: 'away_to', min: 1, max: 3650 },
] as const

export const draftOf = (name: string, conditions: Partial<SegmentConditions>): SegmentDraft => ({
  name,
  countries: conditions.countries ?? [],
  genders: conditions.genders ?? [],
  languages: conditions.languages ?? [],
  networks: conditions.networks ?? [],
  bounds: Object.fromEntries(bounds.map((each) => [each, conditions[each]?.toString() ?? ''])) as Record<Bound, string>,
  bought: conditions.has_bought === true ? 'yes' : conditions.has_bought === false ? 'no' : '',
})

/** The conditions of a draft. What is not a whole number is sent as it is, so that the server refuses it. */
export function conditionsOf(draft: SegmentDraft): Partial<SegmentConditions> {
  const numbers = bounds.flatMap((each) => (draft.bounds[each].trim() ? [[each, Number(draft.bounds[each])]] : []))
  return {
    countries: draft.countries,
    genders: draft.genders,
    languages: draft.languages as SegmentConditions['languages'],
    networks: draft.networks,
    ...Object.fromEntries(numbers),
    ...(draft.bought && { has_bought: draft.bought === 'yes' }),
  }
}
