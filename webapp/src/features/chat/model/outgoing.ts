import type { ErrorBody, Id, Message } from '../../../api/types'

export type GiftName = NonNullable<Message['gift']>

/** What can be sent. A text may have been made of an opening line. */
export type Content =
  | { kind: 'text'; text: string; icebreaker?: string }
  | { kind: 'gift'; gift: GiftName; text: string }
  | { kind: 'photo'; photo: Blob; text: string }

/** A message on its way. It keeps its id on every try, so that it arrives and costs once. */
interface OnItsWay {
  id: Id
  profileId: Id
  at: string
  /** Those of a chat go in the order of their places, whichever tab they were written in. */
  place: number
  /** The price that was shown; charged when the server takes it. */
  credits: number
  state: 'waiting' | 'sending' | 'failed'
  /** Why the server does not take it, so that the words can be in whatever language is read. */
  reason?: ErrorBody | undefined
  /** It lay here before it was tried: what comes of it is told at the message, not in the composer. */
  waited?: boolean | undefined
  /** The server asked for patience until then. */
  notBefore?: number | undefined
  /** How much of a photo has left this device, from 0 to 1. */
  part?: number | undefined
}

export type Outgoing = Content & OnItsWay
export type Change = Partial<OnItsWay>

type Queue = readonly Outgoing[]

const day = 86_400_000
const tooOld = 3 * day
const forgotten = 30 * day

/** What the server takes of one photo, in megabytes; it would only wait for its refusal. */
const photoMegabytes = 20
/** What one member leaves waiting at most. */
const mostWaiting = 50
const mostMegabytes = 60

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

/** Nobody has decided about those for so long that they are taken away. */
export function outlived(queue: Queue, now: number): Id[] {
  return queue.filter((item) => now - Date.parse(item.at) > forgotten).map(({ id }) => id)
}

/** As if it was written now, in its old place. */
export function retried(item: Outgoing, now: number): Outgoing {
  return { ...item, state: 'waiting', reason: undefined, notBefore: undefined, waited: true, at: new Date(now).toISOString() }
}

export function without(queue: Queue, ids: readonly Id[]): Outgoing[] {
  return queue.filter((item) => !ids.includes(item.id))
}

export function changed(queue: Queue, id: Id, change: Change): Outgoing[] {
  return queue.map((item) => (item.id === id ? { ...item, ...change } : item))
}

/** What those that can go will cost. */
export function costOf(queue: Queue): number {
  return queue.reduce((sum, { state, credits }) => (state === 'failed' ? sum : sum + credits), 0)
}

const bytesOf = (content: Content) => (content.kind === 'photo' ? content.photo.size : 0)

/** Why this cannot wait beside what waits already. */
export function refusalOf(queue: Queue, content: Content): ErrorBody | null {
  if (bytesOf(content) > photoMegabytes * 1e6) return { code: 'photo_too_large', message: '', megabytes: photoMegabytes }
  const bytes = queue.reduce((sum, item) => sum + bytesOf(item), bytesOf(content))
  if (queue.length >= mostWaiting || bytes > mostMegabytes * 1e6) return { code: 'unsent_full', message: '' }
  return null
}
