const storageKey = 'invitation'
const longest = 40

/** The code of a member's link that was opened here; signing up brings it along. */
export const readInvitation = (): string | null => sessionStorage.getItem(storageKey)
export const keepInvitation = (code: string): void => sessionStorage.setItem(storageKey, code.slice(0, longest))
