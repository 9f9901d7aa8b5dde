import { session } from '@/api/device/storage'

const storageKey = 'invite'

/** An invite whose page was opened here; signing up brings it along. */
export const readInvite = (): string | null => session.get(storageKey)
export const keepInvite = (token: string): void => session.set(storageKey, token)

/** Invites are 22 letters of base64url; nothing else is asked about. */
export const looksLikeInvite = (text: string): boolean => /^[\w-]{22}$/.test(text)
