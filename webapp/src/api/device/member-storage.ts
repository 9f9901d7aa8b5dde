import { deleteDatabase, photoDraftsDatabase, rememberedDatabase, unsentDatabase } from './database'
import { local } from './storage'

const prefix = 'member:'
const storageKey = (memberId: string, name: string) => `${prefix}${memberId}:${name}`

/** Stores a value of one member on this device, such as a draft. Null deletes it. */
export function keep(memberId: string, name: string, value: unknown): void {
  if (value === null) local.remove(storageKey(memberId, name))
  else local.set(storageKey(memberId, name), JSON.stringify(value))
}

export function kept<T>(memberId: string, name: string): T | null {
  try {
    return JSON.parse(local.get(storageKey(memberId, name)) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Values of one member whose names begin like this. */
export function keptAll<T>(memberId: string, beginning: string): T[] {
  const names = local.keys().filter((key) => key.startsWith(storageKey(memberId, beginning)))
  return names.flatMap((key) => kept<T>(memberId, key.slice(storageKey(memberId, '').length)) ?? [])
}

/** Deletes the device memory: nobody sees the answers of a member who is not logged in any more. */
export const forgetRemembered = (): Promise<void> => deleteDatabase(rememberedDatabase)

/** Entries of this device and not of its member, such as the answer about cookies. Logging out keeps them. */
export function keptByDevice(): [string, string][] {
  const names = local.keys().filter((key) => !key.startsWith(prefix))
  return names.map((key) => [key, local.get(key) ?? ''])
}

export function keepByDevice(entries: [string, string][]): void {
  for (const [key, value] of entries) local.set(key, value)
}

/** Logging out leaves nothing of anyone behind; a session that merely ended keeps its drafts and unsent messages. */
export async function forgetKept(): Promise<void> {
  local
    .keys()
    .filter((key) => key.startsWith(prefix))
    .forEach(local.remove)
  await Promise.all([forgetRemembered(), deleteDatabase(unsentDatabase), deleteDatabase(photoDraftsDatabase)])
}
