import type { ProfileChanges } from '@/api/types'

type Kind = { longest: number } | { least: number; most: number } | { values: readonly string[]; several?: true }

type Elsewhere = 'interests' | 'prompts' | 'town_id' | 'gender' | 'date_of_birth' | 'seeks' | 'wants_from' | 'wants_to'
type Said = Exclude<keyof ProfileChanges, Elsewhere | `accepts_${string}`> | 'sexuality'

/**
 * What a profile can say, in the order it is shown: texts with their length, numbers with their range, and traits with
 * every choice. The compiler compares it with the API.
 */
const fields = {
  about: { longest: 1000 },
  looking_for: { several: true, values: ['relationship', 'dating', 'friends', 'chat'] },
  relationship_status: { values: ['single', 'divorced', 'widowed', 'separated', 'rather_not_say'] },
  sexuality: { values: ['hetero', 'gay', 'lesbian', 'bi'] },
  has_children: { values: ['no', 'yes', 'grown_up'] },
  wants_children: { values: ['yes', 'no', 'maybe'] },
  body_type: { values: ['slim', 'average', 'athletic', 'curvy', 'solid'] },
  hair_colour: { values: ['black', 'brown', 'light_brown', 'blond', 'red', 'grey', 'white', 'bald'] },
  eye_colour: { values: ['brown', 'hazel', 'green', 'blue', 'grey'] },
  tattoos: { values: ['none', 'one', 'several'] },
  smoking: { values: ['no', 'sometimes', 'yes', 'stopping'] },
  education: { values: ['school', 'vocational', 'bachelor', 'master', 'doctorate'] },
  religion: {
    values: [
      'none',
      'spiritual',
      'catholic',
      'protestant',
      'orthodox',
      'muslim',
      'jewish',
      'hindu',
      'buddhist',
      'another',
    ],
  },
  languages: {
    several: true,
    values: [
      'nl',
      'en',
      'de',
      'fr',
      'es',
      'it',
      'pl',
      'da',
      'sv',
      'nb',
      'fi',
      'pt',
      'tr',
      'ar',
      'ru',
      'uk',
      'ro',
      'hu',
      'cs',
      'el',
      'zh',
      'hi',
    ],
  },
  height_cm: { least: 120, most: 230 },
} as const satisfies Record<Said, Kind>

type NamesOf<K> = { [N in Said]: (typeof fields)[N] extends K ? N : never }[Said]
type Text = NamesOf<{ longest: number }>
type NumberField = NamesOf<{ least: number }>
export type Trait = NamesOf<{ values: readonly string[] }>
/** Fields that are shown with a name; the text about oneself has a section of its own. */
export type Fact = Exclude<Said, 'about'>

export const facts = Object.keys(fields).filter((name): name is Fact => name !== 'about')
export const traits = facts.filter((name): name is Trait => 'values' in fields[name])

export const isText = (name: Said): name is Text => 'longest' in fields[name]
export const isNumber = (name: Said): name is NumberField => 'least' in fields[name]

/** Traits of which a member chooses any number of values. */
export const isSeveral = (name: Said): boolean => 'several' in fields[name]

export const longestOf = (name: Text) => fields[name].longest
export const rangeOf = (name: NumberField) => fields[name]
export const valuesOf = (trait: Trait): readonly string[] => fields[trait].values

/** The values a profile says of a field; none when it says nothing. */
export function saidOf(profile: Partial<Record<Said, string | number | string[] | null>>, name: Said): string[] {
  const said = profile[name] ?? []
  return Array.isArray(said) ? said : said === '' ? [] : [String(said)]
}

/** The change that makes a profile say these values of a field. */
export function changeOf(name: Said, values: string[]): string[] | string | number | null {
  if (isSeveral(name)) return values
  const [value = ''] = values
  return value === '' ? null : isNumber(name) ? Number(value) : value
}
