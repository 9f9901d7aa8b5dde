import type { Id } from '../../../api/types'

/** A message on its way. It keeps its id on every try, so that it arrives once. */
export interface Outgoing {
  id: Id
  profileId: Id
  text: string
  at: string
  state: 'waiting' | 'sending' | 'failed'
}

type Queue = readonly Outgoing[]

const change = (queue: Queue, chosen: (item: Outgoing) => boolean, state: Outgoing['state']) =>
  queue.map((item) => (chosen(item) ? { ...item, state } : item))

/** The next to go: the first waiting one of a chat in which nothing is on its way. */
export function nextOf(queue: Queue): Outgoing | null {
  const busy = new Set(queue.filter((item) => item.state === 'sending').map((item) => item.profileId))
  return queue.find((item) => item.state === 'waiting' && !busy.has(item.profileId)) ?? null
}

export function sending(queue: Queue, id: Id): Outgoing[] {
  return change(queue, (item) => item.id === id, 'sending')
}

export function waitingAgain(queue: Queue, id: Id): Outgoing[] {
  return change(queue, (item) => item.id === id, 'waiting')
}

/** A message that cannot go holds those behind it, or they would arrive out of order. */
export function failed(queue: Queue, id: Id): Outgoing[] {
  const at = queue.findIndex((item) => item.id === id)
  const profileId = queue[at]?.profileId
  return queue.map((item, index) => (index >= at && item.profileId === profileId ? { ...item, state: 'failed' } : item))
}

/** Sends everything of that chat again, in the order it was written. */
export function retried(queue: Queue, profileId: Id): Outgoing[] {
  return change(queue, (item) => item.profileId === profileId && item.state === 'failed', 'waiting')
}

export function without(queue: Queue, ids: readonly Id[]): Outgoing[] {
  return queue.filter((item) => !ids.includes(item.id))
}

/** The server has given up this message and returned its price: it goes again as another one. */
export function renewed(queue: Queue, id: Id, nextId: Id): Outgoing[] {
  return queue.map((item) => (item.id === id ? { ...item, id: nextId, state: 'waiting' } : item))
}

/** After a reload nothing goes by itself: the member decides again. */
export function restored(queue: Queue): Outgoing[] {
  return change(queue, () => true, 'failed')
}
