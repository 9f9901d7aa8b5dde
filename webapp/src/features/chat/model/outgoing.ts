import type { ErrorBody, Id } from '../../../api/types'

/** A message on its way. It keeps its id on every try, so that it arrives once. */
export interface Outgoing {
  id: Id
  profileId: Id
  text: string
  at: string
  /** Those of a chat go in the order of their places, whichever tab they were written in. */
  place: number
  state: 'waiting' | 'sending' | 'failed'
  /** Why the server does not take it, so that the words can be in whatever language is read. */
  reason?: ErrorBody | undefined
  /** It lay here before it was tried: what comes of it is told at the message, not in the composer. */
  waited?: boolean | undefined
}

type Queue = readonly Outgoing[]

const tooOld = 3 * 86_400_000

export function inOrder(queue: Queue): Outgoing[] {
  return queue.toSorted((one, other) => one.place - other.place)
}

/** The place after all that are there. */
export function nextPlace(queue: Queue, now: number): number {
  return Math.max(now, ...queue.map(({ place }) => place + 1))
}

/** The next of that chat to go. One that cannot go holds those behind it, or they would arrive out of order. */
export function nextOf(queue: Queue, profileId: Id): Outgoing | null {
  const first = inOrder(queue).find((item) => item.profileId === profileId)
  return first && first.state !== 'failed' ? first : null
}

/** Everyone to whom something can go now. */
export function recipientsOf(queue: Queue): Id[] {
  return [...new Set(queue.map(({ profileId }) => profileId))].filter((profileId) => nextOf(queue, profileId))
}

/** What was written long ago may not be meant any more: the member decides again. */
export function restored(queue: Queue, now: number): Outgoing[] {
  return queue.map((item) => (now - Date.parse(item.at) > tooOld ? { ...item, state: 'failed' } : { ...item, waited: true }))
}

export function retried(item: Outgoing): Outgoing {
  return { ...item, state: 'waiting', reason: undefined }
}

export function without(queue: Queue, ids: readonly Id[]): Outgoing[] {
  return queue.filter((item) => !ids.includes(item.id))
}

export function changed(queue: Queue, id: Id, change: Partial<Outgoing>): Outgoing[] {
  return queue.map((item) => (item.id === id ? { ...item, ...change } : item))
}
