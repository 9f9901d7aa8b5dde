import { rememberedDatabase, unsentDatabase } from './database'

const prefix = 'member:'
const storageKey = (memberId: string, name: string) => `${prefix}${memberId}:${name}`

/** What one member keeps on this device, such as drafts. Null takes it away. */
export function keep(memberId: string, name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(storageKey(memberId, name))
    else localStorage.setItem(storageKey(memberId, name), JSON.stringify(value))
  } catch {
    // A full or forbidden storage loses what is a convenience only.
  }
}

export function kept<T>(memberId: string, name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey(memberId, name)) ?? 'null') as T | null
  } catch {
    return null
  }
}

async function remove(name: string): Promise<void> {
  const request = globalThis.indexedDB?.deleteDatabase(name)
  if (request)
    await new Promise((resolve) =>
      ['success', 'error', 'blocked'].forEach((end) => request.addEventListener(end, resolve)),
    )
}

/** Whoever is not logged in, for whatever reason, sees nothing of who was. */
export const forgetRemembered = (): Promise<void> => remove(rememberedDatabase)

/** What belongs to this device and not to its member, such as the answer about cookies. Logging out keeps it. */
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
  await Promise.all([forgetRemembered(), remove(unsentDatabase)])
}
