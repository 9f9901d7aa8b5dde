import type { Id, SentMessage } from '../../../api/types'
import { changed, inOrder, restored, without, type Change, type Outgoing } from '../model/outgoing'
import { outboxStore } from './outbox-store'

/** This tab's view of what waits on the device, with what it is sending itself. */
export interface OutboxState {
  memberId: Id | null
  queue: readonly Outgoing[]
}

export type Delivered = SentMessage & { profileId: Id }
/** Hears what became of an item that was just written, or is taken back. Without an error it is the member's wish. */
export type Writer = (item: Outgoing, error: unknown, isBack: boolean) => void

let state: OutboxState = { memberId: null, queue: [] }
export const listeners = new Set<() => void>()
export const sentListeners = new Set<(sent: Delivered) => void>()
export const writers = new Map<Id, Writer>()
/** Not on the device yet, or not to be brought there: those go from this tab alone. */
export const unsaved = new Set<Id>()
// Other tabs and the service worker say on it that something has changed.
const told = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('outbox')

export const current = () => state

export function set(next: Partial<OutboxState>) {
  state = { ...state, ...next }
  listeners.forEach((listener) => listener())
}

/** Changes what this tab shows, and nothing on the device. */
export function show(id: Id, change: Change) {
  set({ queue: changed(state.queue, id, change) })
}

function tellOthers() {
  told?.postMessage('changed') // oxlint-disable-line unicorn/require-post-message-target-origin -- a channel has none
}

/** Runs when another tab or the service worker has changed what waits, after it was read again. */
export function onChangedElsewhere(act: () => void) {
  told?.addEventListener('message', () => void look().then(act, () => undefined))
}

async function look() {
  const { memberId } = state
  if (!memberId) return
  const kept = await (await outboxStore()).all(memberId)
  if (state.memberId !== memberId) return
  const own = new Map(state.queue.map((item) => [item.id, item]))
  const known = restored(kept, Date.now()).map((item) => (own.get(item.id)?.state === 'sending' ? own.get(item.id)! : item))
  set({ queue: inOrder([...known, ...state.queue.filter(({ id }) => unsaved.has(id) && !kept.some((item) => item.id === id))]) })
}

/** Writes it to the device; false where there is no room or no permission. */
export async function save(item: Outgoing): Promise<boolean> {
  const { memberId } = state
  if (!memberId) return false
  unsaved.add(item.id)
  try {
    await (await outboxStore()).put(memberId, item)
    unsaved.delete(item.id)
    tellOthers()
    return true
  } catch {
    return false
  }
}

/** Takes it from the screen and from the device. */
export async function forget(ids: readonly Id[]) {
  set({ queue: without(state.queue, ids) })
  ids.forEach((id) => unsaved.delete(id))
  await outboxStore()
    .then((store) => store.remove(ids))
    .catch(() => undefined)
  tellOthers()
}
