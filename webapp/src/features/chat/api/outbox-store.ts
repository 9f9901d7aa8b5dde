import { answerOf, openDatabase, write } from '../../../api/database'
import { unsentDatabase } from '../../../api/member-storage'
import type { Id } from '../../../api/types'
import type { Outgoing } from '../model/outgoing'

/**
 * Where messages wait on this device: IndexedDB, which all tabs and the service worker share and which outlives them.
 * `public/sw.js` reads and writes the same records. Where the browser has none, they wait in this tab only.
 */
export interface OutboxStore {
  all: (memberId: Id) => Promise<Outgoing[]>
  put: (memberId: Id, item: Outgoing) => Promise<void>
  remove: (ids: readonly Id[]) => Promise<void>
}

type Kept = Outgoing & { memberId: Id }

const table = 'messages'
// Before 2 there were texts only, and a worker of that time would send a photo as one: it cannot open this.
const version = 2

const open = () => openDatabase(unsentDatabase, version, table, () => (opening = null))

/** As the next one finds it: what this tab was sending waits for whoever comes. */
function asKept(memberId: Id, item: Outgoing): Kept {
  return { ...item, memberId, part: undefined, state: item.state === 'failed' ? 'failed' : 'waiting' }
}

/** What the first version kept says neither. */
const texts = { kind: 'text', credits: 0 }
const asRead = (kept: Kept): Kept => ({ ...texts, ...kept })

function shared(held: IDBDatabase): OutboxStore {
  return {
    all: async (memberId) => {
      const kept = (await answerOf(held.transaction(table).objectStore(table).getAll())) as Kept[]
      return kept.filter((item) => item.memberId === memberId).map(asRead)
    },
    put: (memberId, item) => write(held, table, (kept) => kept.put(asKept(memberId, item))),
    remove: (ids) => write(held, table, (kept) => ids.forEach((id) => kept.delete(id))),
  }
}

function ofThisTab(): OutboxStore {
  const held = new Map<Id, Kept>()
  return {
    all: async (memberId) => [...held.values()].filter((item) => item.memberId === memberId),
    put: async (memberId, item) => void held.set(item.id, asKept(memberId, item)),
    remove: async (ids) => ids.forEach((id) => held.delete(id)),
  }
}

let opening: Promise<OutboxStore> | null = null

export function outboxStore(): Promise<OutboxStore> {
  opening ??= typeof indexedDB === 'undefined' ? Promise.resolve(ofThisTab()) : open().then(shared, ofThisTab)
  return opening
}

/** How many messages wait on this device, whoever wrote them. */
export async function countUnsent(): Promise<number> {
  const held = await open()
  try {
    return await answerOf(held.transaction(table).objectStore(table).count())
  } finally {
    held.close()
  }
}
