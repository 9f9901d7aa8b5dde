import type members from '../../../locales/en/members.json'

type Key = keyof typeof members

export type Trait = 'sexuality' | 'relationship_status' | 'hair_colour' | 'eye_colour' | 'body_type' | 'tattoos'

export const traits: Trait[] = ['relationship_status', 'sexuality', 'body_type', 'hair_colour', 'eye_colour', 'tattoos']

/** The key of the words for a trait. */
export const traitKey = (trait: Trait, value: string) => `${trait}_${value}` as Extract<Key, `${Trait}_${string}`>
