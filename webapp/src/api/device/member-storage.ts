import { photoDraftsDatabase, rememberedDatabase, unsentDatabase } from './database'

const prefix = 'member:'
const storageKey = (memberId: string, name: string) => `${prefix}${memberId}:${name}`

/** Stores a value of one member on this device, such as a draft. Null deletes it. */
export function keep(memberId: string, name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(storageKey(memberId, name))
    else localStorage.setItem(storageKey(memberId, name), JSON.stringify(value))
  } catch {
    // A full or forbidden storage loses conveniences only.
  }
}

export function kept<T>(memberId: string, name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey(memberId, name)) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Values of one member whose names begin like this. */
export function keptAll<T>(memberId: string, beginning: string): T[] {
  try {
    const names = Object.keys(localStorage).filter((key) => key.startsWith(storageKey(memberId, beginning)))
    return names.flatMap((key) => kept<T>(memberId, key.slice(storageKey(memberId, '').length)) ?? [])
  } catch {
    return []
  }
}

async function remove(name: string): Promise<void> {
  const request = globalThis.indexedDB?.deleteDatabase(name)
  if (request)
    await new Promise((resolve) =>
      ['success', 'error', 'blocked'].forEach((end) => request.addEventListener(end, resolve)),
    )
}

/** Deletes the device memory: nobody sees the answers of a member who is not logged in any more. */
export const forgetRemembered = (): Promise<void> => remove(rememberedDatabase)

/** Entries of this device and not of its member, such as the answer about cookies. Logging out keeps them. */
export function keptByDevice(): [string, string][] {
  return Object.entries(localStorage).filter(([key]) => !key.startsWith(prefix))
}

export function keepByDevice(entries: [string, string][]): void {
  for (const [key, value] of entries) localStorage.setItem(key, value)
}

/** Logging out leaves nothing of anyone behind; a session that merely ended keeps its drafts and unsent messages. */
export async function forgetKept(): Promise<void> {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix)) localStorage.removeItem(key)
  }
  await Promise.all([forgetRemembered(), remove(unsentDatabase), remove(photoDraftsDatabase)])
}
