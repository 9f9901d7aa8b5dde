import type { OwnProfile } from '@/api/types'
import { saidOf, traits } from '@/words/fields'

export const parts = ['photos', 'about', 'interests', 'facts', 'town'] as const
export type Part = (typeof parts)[number]

const enoughInterests = 3
const enoughFacts = 3
// Derived fields do not count, and sensitive data is not asked for.
const counted = traits.filter((trait) => trait !== 'sexuality' && trait !== 'religion')

/** The parts that a profile can have on a site that asks for these fields. */
export function partsOf(asks: (field: string) => boolean): Part[] {
  return parts.filter((part) =>
    part === 'facts' ? counted.some(asks) : part === 'about' || part === 'interests' ? asks(part) : true,
  )
}

/** The missing fields of this profile, the most important first. */
export function missingParts(profile: OwnProfile, asks: (field: string) => boolean = () => true): Part[] {
  const asked = counted.filter(asks)
  const there: Record<Part, boolean> = {
    photos: profile.photo_count > 0,
    about: Boolean(profile.about),
    interests: profile.interests.length >= enoughInterests,
    facts: asked.filter((trait) => saidOf(profile, trait).length > 0).length >= Math.min(enoughFacts, asked.length),
    town: profile.town_id !== null,
  }
  return partsOf(asks).filter((part) => !there[part])
}
