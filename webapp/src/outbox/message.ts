import type { ErrorBody, Id, Message, SentMessage } from '@/api/types'

export type GiftName = NonNullable<Message['gift']>

/** The message that a text answers, as it was when it was answered. */
export type Quoted = NonNullable<Message['quote']>

/** Content of a message. A text may have been made from an icebreaker. */
export type Content =
  | { kind: 'text'; text: string; icebreaker?: string; replyTo?: Quoted }
  | { kind: 'gift'; gift: GiftName; text: string }
  | { kind: 'photo'; photo: Blob; text: string }
  | { kind: 'voice'; voice: Blob; milliseconds: number; peaks: number[]; text: string }

/** State of a message in the queue. IndexedDB holds `waiting` and `failed` only: `sending` is of one page or worker. */
export type QueueState = 'waiting' | 'sending' | 'failed'

/** Envelope of a message in the queue. The id is its idempotency key: it stays on every try, so it is charged once. */
export interface Envelope {
  id: Id
  /** Profile of the recipient. */
  profileId: Id
  /** When it was written, ISO 8601. */
  at: string
  /** Position in the queue: messages to one recipient go in this order, from any tab. */
  position: number
  /** Price in credits as shown to the writer; the server charges when it takes the message. */
  credits: number
  state: QueueState
  /** Refusal of the server, kept as a code so that it can be shown in any language. */
  reason?: ErrorBody | undefined
  /** Was in the queue before its first try: its outcome is shown at the message, not in the composer. */
  waited?: boolean | undefined
  /** Time in milliseconds before which the server asked for no other try. */
  notBefore?: number | undefined
  /** Uploaded share of a photo or recording, from 0 to 1. */
  progress?: number | undefined
}

export type QueuedMessage = Content & Envelope

/** Message as the server took it, with its recipient. */
export type Delivered = SentMessage & { profileId: Id }
