import { session } from '@/api/device/storage'

const storageKey = 'invitation'
const longest = 40

/** The code of a member's link that was opened here; signing up brings it along. */
export const readInvitation = (): string | null => session.get(storageKey)
export const keepInvitation = (code: string): void => session.set(storageKey, code.slice(0, longest))
