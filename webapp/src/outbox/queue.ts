import type { ErrorBody, Id } from '@/api/types'
import type { Content, Envelope, QueuedMessage } from './message'

/** Unsent messages of one member, to all recipients. Pure functions: no I/O, no clock. Times are milliseconds. */
export type Queue = readonly QueuedMessage[]

const day = 86_400_000
/** Age after which a message asks its writer before it is sent. */
const staleAfter = 3 * day
/** Age after which a message is deleted. */
const expiresAfter = 30 * day

/** Limits of the server for one photo and of this device for one member. */
const photoMegabytes = 20
const maxMessages = 50
const maxMegabytes = 60

export function inOrder(queue: Queue): QueuedMessage[] {
  return queue.toSorted((one, other) => one.position - other.position)
}

/** The position behind all others, also when the clock was put back. */
export function nextPosition(queue: Queue, now: number): number {
  return Math.max(now, ...queue.map(({ position }) => position + 1))
}

/** The next message to that recipient. A failed one blocks those behind it: messages arrive in the order of writing. */
export function headOf(queue: Queue, profileId: Id): QueuedMessage | null {
  const first = inOrder(queue).find((message) => message.profileId === profileId)
  return first && first.state !== 'failed' ? first : null
}

/** Recipients with a message that can be sent now. */
export function recipientsOf(queue: Queue): Id[] {
  return [...new Set(queue.map(({ profileId }) => profileId))].filter((profileId) => headOf(queue, profileId))
}

export function without(queue: Queue, ids: readonly Id[]): QueuedMessage[] {
  return queue.filter((message) => !ids.includes(message.id))
}

export function changed(queue: Queue, id: Id, change: Partial<Envelope>): QueuedMessage[] {
  return queue.map((message) => (message.id === id ? { ...message, ...change } : message))
}

/** Makes the envelope of new content. Without a network, or behind another to the same recipient, it has waited. */
export function enqueued(
  queue: Queue,
  content: Content,
  { id, profileId, credits, now, isOnline }: { id: Id; profileId: Id; credits: number; now: number; isOnline: boolean },
): QueuedMessage {
  return {
    ...content,
    id,
    profileId,
    at: new Date(now).toISOString(),
    position: nextPosition(queue, now),
    credits,
    state: 'sending',
    waited: !isOnline || queue.some((message) => message.profileId === profileId),
  }
}

/** Messages as read from the device: a stale one fails without a reason, so that its writer decides. */
export function restored(queue: Queue, now: number): QueuedMessage[] {
  return queue.map((message) =>
    now - Date.parse(message.at) > staleAfter ? { ...message, state: 'failed' } : { ...message, waited: true },
  )
}

/** Ids of the messages that are old enough to be deleted. */
export function expired(queue: Queue, now: number): Id[] {
  return queue.filter((message) => now - Date.parse(message.at) > expiresAfter).map(({ id }) => id)
}

/** Puts a message back to waiting, until `notBefore` if the server named a time. */
export function deferred(message: QueuedMessage, notBefore = message.notBefore): QueuedMessage {
  return { ...message, state: 'waiting', waited: true, progress: undefined, notBefore }
}

/** Puts all messages to that recipient back to waiting, apart from the failed. */
export function deferredAll(queue: Queue, profileId: Id): QueuedMessage[] {
  return queue.map((message) =>
    message.profileId === profileId && message.state !== 'failed' ? deferred(message) : message,
  )
}

export function failed(message: QueuedMessage, reason: ErrorBody): QueuedMessage {
  return { ...message, state: 'failed', waited: true, progress: undefined, reason }
}

/** The same message under another id, in the same position: the server has withdrawn the first one. */
export function renewed(message: QueuedMessage, id: Id): QueuedMessage {
  return { ...message, id, state: 'waiting' }
}

/** As if written now, in its old position. */
export function retried(message: QueuedMessage, now: number): QueuedMessage {
  return {
    ...message,
    state: 'waiting',
    reason: undefined,
    notBefore: undefined,
    waited: true,
    at: new Date(now).toISOString(),
  }
}

/** Whether a failed message before it keeps this one from being sent (head-of-line blocking). */
export function isBlocked(message: QueuedMessage, before: Queue): boolean {
  return message.state !== 'failed' && before.some(({ state }) => state === 'failed')
}

/** Price in credits of all messages that are not failed. */
export function costOf(queue: Queue): number {
  return queue.reduce((sum, { state, credits }) => (state === 'failed' ? sum : sum + credits), 0)
}

const bytesOf = (content: Content) =>
  content.kind === 'photo' ? content.photo.size : content.kind === 'voice' ? content.voice.size : 0

/** The reason why the queue cannot take this content, or null. */
export function refusalOf(queue: Queue, content: Content): ErrorBody | null {
  if (bytesOf(content) > photoMegabytes * 1e6)
    return { code: 'photo_too_large', message: '', megabytes: photoMegabytes }
  const bytes = queue.reduce((sum, message) => sum + bytesOf(message), bytesOf(content))
  if (queue.length >= maxMessages || bytes > maxMegabytes * 1e6) return { code: 'unsent_full', message: '' }
  return null
}
