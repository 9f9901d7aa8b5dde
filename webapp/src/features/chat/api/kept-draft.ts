import { kept } from '@/api/device/member-storage'
import type { Id } from '@/api/types'

export const draftName = (profileId: Id) => `draft:${profileId}`

/** The draft to a member on this device; empty for none. */
export const keptDraft = (memberId: Id, profileId: Id): string => kept<string>(memberId, draftName(profileId)) ?? ''
