import type { OwnProfile } from '../../../api/types'
import { traits } from '../../../words/traits'

export const parts = ['photos', 'about', 'interests', 'facts', 'town'] as const
export type Part = (typeof parts)[number]

const enoughInterests = 3
const enoughFacts = 3
// What follows from something else is not something one has told.
const told = traits.filter((trait) => trait !== 'sexuality')

/** What others would miss on this profile, what matters most first. */
export function missingParts(profile: OwnProfile): Part[] {
  const there: Record<Part, boolean> = {
    photos: profile.photo_count > 0,
    about: Boolean(profile.about),
    interests: profile.interests.length >= enoughInterests,
    facts: told.filter((trait) => profile[trait]).length >= enoughFacts,
    town: profile.town_id !== null,
  }
  return parts.filter((part) => !there[part])
}
