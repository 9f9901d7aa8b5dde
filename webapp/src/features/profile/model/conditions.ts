import type { OwnProfile } from '@/api/types'

/** The traits of which a member may accept some answers only. */
export const conditional = ['looking_for', 'has_children', 'wants_children'] as const

export type Conditions = { trait: (typeof conditional)[number]; values: string[] }[]

export function conditionsOf(profile: OwnProfile): Conditions {
  return conditional.map((trait) => ({ trait, values: profile[`accepts_${trait}`] }))
}
