import type { useSWRConfig } from 'swr'
import { answerOf, openDatabase, rememberedDatabase, write } from './database'
import { keys } from '@/api/keys'
import type { Id, User } from '@/api/types'
import type { Remembered } from '@/api/use-member'

/**
 * One answer of the server that a member of this device saw last, for times without a network. All entries belong to one
 * member, whose own entry is written first; entries that another page writes for an earlier member are dropped.
 */
export interface Entry<T = unknown> {
  id: string
  /** The SWR keys that it answers. */
  keys: readonly string[]
  data: T
  at: string
  shape: number
}

/** Raised with a release that cannot draw the entries of an earlier one; those are ignored then. */
const shape = 1
const table = 'entries'
const memberEntry = 'member'

const entryOf = <T>(id: string, keys: readonly string[], data: T): Entry<T> => ({
  id,
  keys,
  data,
  at: new Date().toISOString(),
  shape,
})

export type DeviceMemory = ReturnType<typeof createDeviceMemory>

/** Opens the database at the first call, and again after it was closed for a deletion or could not be opened. */
function createOpener(): () => Promise<IDBDatabase> {
  let opening: Promise<IDBDatabase> | null = null
  return () => {
    opening ??= openDatabase(rememberedDatabase, 1, table, () => (opening = null))
    opening.catch(() => (opening = null))
    return opening
  }
}

/** The entries in IndexedDB. Writes wait for `rememberMember`: before it the owner of the answers is not known. */
export function createDeviceMemory() {
  const open = createOpener()
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))

  async function change(memberId: Id, act: (kept: IDBObjectStore) => void): Promise<void> {
    await begun
    await write(await open(), table, (kept) => {
      const known = kept.get(memberEntry) as IDBRequest<Entry<User> | undefined>
      known.addEventListener('success', () => known.result?.data.id === memberId && act(kept))
    })
  }

  /** Returns all entries; none if the memory is empty or of another shape. */
  async function recall(): Promise<Entry[]> {
    const database = await open()
    const entries = await answerOf(database.transaction(table).objectStore(table).getAll() as IDBRequest<Entry[]>)
    return entries.filter((entry) => entry.shape === shape)
  }

  return {
    recall,

    /** Makes this member the owner. Deletes the entries of another member or shape. */
    async rememberMember(user: User): Promise<void> {
      const entry = entryOf(memberEntry, [], { ...user, email: '' })
      await write(await open(), table, (kept) => {
        const known = kept.get(memberEntry) as IDBRequest<Entry<User> | undefined>
        known.addEventListener('success', () => {
          if (known.result?.data.id !== user.id || known.result.shape !== shape) kept.clear()
          kept.put(entry)
        })
      })
      begin()
    },

    remember: (memberId: Id, id: string, keys: readonly string[], data: unknown): Promise<void> =>
      change(memberId, (kept) => void kept.put(entryOf(id, keys, data))),

    forgetWhere: (memberId: Id, isGone: (entry: Entry) => boolean): Promise<void> =>
      change(memberId, (kept) => {
        const all = kept.getAll() as IDBRequest<Entry[]>
        all.addEventListener('success', () => all.result.filter(isGone).forEach(({ id }) => kept.delete(id)))
      }),

    /** Puts the entries into SWR's cache, where later answers of the server replace them. Null without an entry. */
    async recallInto({ cache, mutate }: ReturnType<typeof useSWRConfig>): Promise<Remembered | null> {
      const entries = await recall()
      const member = entries.find(({ id }) => id === memberEntry) as Entry<User> | undefined
      const isKnown = (key: string) => cache.get(key)?.data !== undefined
      // The server may have answered meanwhile.
      if (!member || isKnown(keys.user)) return null
      const answers = entries.flatMap(({ keys: known, data }) => known.map((key) => [key, data] as const))
      await Promise.all(answers.map(([key, data]) => isKnown(key) || mutate(key, data, { revalidate: false })))
      return { user: member.data, at: member.at }
    },
  }
}
