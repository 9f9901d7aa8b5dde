import type { useSWRConfig } from 'swr'
import { answerOf, openDatabase, rememberedDatabase, write } from './database'
import { keys } from '@/api/keys'
import type { Id, User } from '@/api/types'
import type { Remembered } from '@/api/use-member'

/**
 * What the member of this device saw last, for when there is no network. All of it is of one member, whose own entry
 * is there first: what another page still writes of somebody who has left is not taken.
 */
export interface Entry<T = unknown> {
  id: string
  /** The SWR keys that it answers. */
  keys: readonly string[]
  data: T
  at: string
  shape: number
}

/** Raised with a release that can no longer draw what an earlier one has read: its entries are not taken then. */
const shape = 1
const table = 'entries'
const memberEntry = 'member'

let opening: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opening ??= openDatabase(rememberedDatabase, 1, table, () => (opening = null))
  // A browser that forbids it now may allow it later.
  opening.catch(() => (opening = null))
  return opening
}

const entryOf = <T>(id: string, keys: readonly string[], data: T): Entry<T> => ({
  id,
  keys,
  data,
  at: new Date().toISOString(),
  shape,
})

let begin: () => void = () => undefined
/** Nothing is remembered before the server has said on this page whom it is of. */
const begun = new Promise<void>((resolve) => (begin = resolve))

/** Begins with an empty memory when another member was here, or another shape. */
export async function rememberMember(user: User): Promise<void> {
  const entry = entryOf(memberEntry, [], { ...user, email: '' })
  await write(await open(), table, (kept) => {
    const known = kept.get(memberEntry) as IDBRequest<Entry<User> | undefined>
    known.addEventListener('success', () => {
      if (known.result?.data.id !== user.id || known.result.shape !== shape) kept.clear()
      kept.put(entry)
    })
  })
  begin()
}

async function change(memberId: Id, act: (kept: IDBObjectStore) => void): Promise<void> {
  await begun
  await write(await open(), table, (kept) => {
    const known = kept.get(memberEntry) as IDBRequest<Entry<User> | undefined>
    known.addEventListener('success', () => known.result?.data.id === memberId && act(kept))
  })
}

export function remember(memberId: Id, id: string, keys: readonly string[], data: unknown): Promise<void> {
  return change(memberId, (kept) => void kept.put(entryOf(id, keys, data)))
}

export function forgetWhere(memberId: Id, isGone: (entry: Entry) => boolean): Promise<void> {
  return change(memberId, (kept) => {
    const all = kept.getAll() as IDBRequest<Entry[]>
    all.addEventListener('success', () => all.result.filter(isGone).forEach(({ id }) => kept.delete(id)))
  })
}

/** All that is remembered, of the member whose entry it holds; nothing where there is none. */
export async function recall(): Promise<Entry[]> {
  const database = await open()
  const entries = await answerOf(database.transaction(table).objectStore(table).getAll() as IDBRequest<Entry[]>)
  return entries.filter((entry) => entry.shape === shape)
}

/** Brings back what was seen last, as if the page had stayed open: what is read anew later replaces it in the same place. */
export async function recallInto({ cache, mutate }: ReturnType<typeof useSWRConfig>): Promise<Remembered | null> {
  const entries = await recall()
  const member = entries.find(({ id }) => id === memberEntry) as Entry<User> | undefined
  const isKnown = (key: string) => cache.get(key)?.data !== undefined
  // The server may have answered meanwhile.
  if (!member || isKnown(keys.user)) return null
  const answers = entries.flatMap(({ keys: known, data }) => known.map((key) => [key, data] as const))
  await Promise.all(answers.map(([key, data]) => isKnown(key) || mutate(key, data, { revalidate: false })))
  return { user: member.data, at: member.at }
}
