/** What a profile can say by choosing, with every choice, in the order they are shown. */
export const choices = {
  looking_for: ['relationship', 'dating', 'friends', 'chat'],
  relationship_status: ['single', 'divorced', 'widowed', 'separated', 'rather_not_say'],
  sexuality: ['hetero', 'gay', 'lesbian', 'bi'],
  has_children: ['no', 'yes', 'grown_up'],
  wants_children: ['yes', 'no', 'maybe'],
  body_type: ['slim', 'average', 'athletic', 'curvy', 'solid'],
  hair_colour: ['black', 'brown', 'light_brown', 'blond', 'red', 'grey', 'white', 'bald'],
  eye_colour: ['brown', 'hazel', 'green', 'blue', 'grey'],
  tattoos: ['none', 'one', 'several'],
  smoking: ['no', 'sometimes', 'yes', 'stopping'],
  education: ['school', 'vocational', 'bachelor', 'master', 'doctorate'],
  religion: [
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
  languages: [
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
} as const

export type Trait = keyof typeof choices

export const traits = Object.keys(choices) as Trait[]

/** Traits of which a member chooses any number of values. */
const several = ['looking_for', 'languages'] as const
export type Several = (typeof several)[number]
export const isSeveral = (trait: Trait): trait is Several => (several as readonly Trait[]).includes(trait)

/** How tall a member can say they are, in centimetres. */
export const heights = { least: 120, most: 230 }

export const valuesOf = <T extends Trait>(trait: T): readonly string[] => choices[trait]

/** The values a profile says of a trait; none when it says nothing. */
export function saidOf(profile: Partial<Record<Trait, string | string[] | null>>, trait: Trait): string[] {
  const said = profile[trait]
  return Array.isArray(said) ? said : said ? [said] : []
}
