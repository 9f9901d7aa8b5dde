import { answerOf, write } from '@/api/device/database'
import type { Id } from '@/api/types'
import { openMessages, table } from './database'
import type { QueuedMessage } from './message'

/** Unsent messages of all members on this device. */
export interface OutboxStore {
  /** Messages of one member, in no order. */
  all: (memberId: Id) => Promise<QueuedMessage[]>
  /**
   * Resolves once the message is on the device. Rejects without room or permission. `instead` is deleted in the same
   * transaction.
   */
  put: (memberId: Id, message: QueuedMessage, instead?: Id) => Promise<void>
  remove: (ids: readonly Id[]) => Promise<void>
  /** Ids of the members with messages here. */
  members: () => Promise<Set<Id>>
}

/** Record in IndexedDB. Pages of the previous release read and write it too, hence `place` for the position. */
type Stored = Omit<QueuedMessage, 'position'> & { memberId: Id; place: number }

function storedOf(memberId: Id, { position, ...message }: QueuedMessage): Stored {
  const state = message.state === 'failed' ? 'failed' : 'waiting'
  return { ...message, memberId, place: position, progress: undefined, state }
}

// Records of version 1 name neither kind nor price. Their position is in `place`.
const versionOne = { kind: 'text', credits: 0 }

function messageOf({ place, ...stored }: Stored): QueuedMessage {
  return { ...versionOne, ...stored, position: place } as QueuedMessage
}

function sharedStore(database: IDBDatabase): OutboxStore {
  const readAll = () => answerOf(database.transaction(table).objectStore(table).getAll() as IDBRequest<Stored[]>)
  return {
    all: async (memberId) => (await readAll()).filter((stored) => stored.memberId === memberId).map(messageOf),
    put: (memberId, message, instead) =>
      write(database, table, (messages) => {
        messages.put(storedOf(memberId, message))
        if (instead) messages.delete(instead)
      }),
    remove: (ids) => write(database, table, (messages) => ids.forEach((id) => messages.delete(id))),
    members: async () => new Set((await readAll()).map(({ memberId }) => memberId)),
  }
}

/** The store of one page, lost with it. */
export function memoryStore(): OutboxStore {
  const messages = new Map<Id, Stored>()
  return {
    all: async (memberId) => [...messages.values()].filter((stored) => stored.memberId === memberId).map(messageOf),
    put: async (memberId, message, instead) => {
      messages.set(message.id, storedOf(memberId, message))
      if (instead) messages.delete(instead)
    },
    remove: async (ids) => ids.forEach((id) => messages.delete(id)),
    members: async () => new Set([...messages.values()].map(({ memberId }) => memberId)),
  }
}

/** Opens at the first call, and again after the database was deleted, which logging out does. */
function reopening(open: (onClosed: () => void) => Promise<OutboxStore>): OutboxStore {
  let opening: Promise<OutboxStore> | null = null
  const store = () => {
    opening ??= open(() => (opening = null))
    opening.catch(() => (opening = null))
    return opening
  }
  return {
    all: async (memberId) => (await store()).all(memberId),
    put: async (memberId, message, instead) => (await store()).put(memberId, message, instead),
    remove: async (ids) => (await store()).remove(ids),
    members: async () => (await store()).members(),
  }
}

/** The store in IndexedDB, shared by all tabs and the service worker. Rejects where the browser refuses it. */
export const indexedDbStore = (): OutboxStore =>
  reopening(async (onClosed) => sharedStore(await openMessages(onClosed)))

/** The store in IndexedDB or, where the browser refuses it, in the memory of this page. */
export const deviceStore = (): OutboxStore =>
  reopening((onClosed) => openMessages(onClosed).then(sharedStore, () => memoryStore()))
