/** What a profile can say by choosing, with every choice, in the order they are shown. */
export const choices = {
  relationship_status: ['single', 'divorced', 'widowed', 'separated', 'rather_not_say'],
  sexuality: ['hetero', 'gay', 'lesbian', 'bi'],
  body_type: ['slim', 'average', 'athletic', 'curvy', 'solid'],
  hair_colour: ['black', 'brown', 'light_brown', 'blond', 'red', 'grey', 'white', 'bald'],
  eye_colour: ['brown', 'hazel', 'green', 'blue', 'grey'],
  tattoos: ['none', 'one', 'several'],
} as const

export type Trait = keyof typeof choices

export const traits = Object.keys(choices) as Trait[]

export const valuesOf = <T extends Trait>(trait: T): readonly string[] => choices[trait]
