import type { ChatPhoto, ChatVoice, Id, Message } from '@/api/types'
import type { GiftName, QueuedMessage, QueueState } from '@/outbox/message'
import { isBlocked } from '@/outbox/queue'
import { isFewEmoji } from './emoji'

/** `blocked` waits behind a failed message. */
export type Delivery = QueueState | 'blocked' | 'sent' | 'read' | 'undelivered' | 'refunded'

export interface Bubble {
  kind: 'bubble'
  key: Id
  own: boolean
  /** Empty beside a gift that came without words. */
  text: string
  /** Undefined for a message without a photo, null for a deleted photo. */
  photo?: ChatPhoto | null
  /** Likewise, of a voice message. */
  voice?: ChatVoice | null
  gift: GiftName | null
  /** Set for the line of a call. */
  call?: NonNullable<Message['call']>
  /** Written by the site's staff, for a fictional profile. */
  isByStaff?: boolean
  /** Its words came with a like. */
  isOpener?: boolean
  at: string
  /** The message it answers; null where that is no longer shown, undefined where it answers none. */
  quote?: Message['quote']
  reactions: Message['reactions']
  /** Taken back by its sender. */
  retracted: boolean
  /** When its sender can take it back no more; null for what cannot be. */
  retractableUntil: string | null
  /** A warning to the reader. */
  hint: Message['hints'][number] | null
  /** Null for the partner's messages. */
  delivery: Delivery | null
  /** The unsent state on this device; null for a message of the server. */
  unsent: QueuedMessage | null
  /** It has failed, and others wait behind it. */
  blocksOthers: boolean
  /** First and last of a run of the same speaker. */
  starts: boolean
  ends: boolean
}

/** A message that its own sender took back has nothing left to do; that of the partner can be reported. */
export const hasOptions = ({ unsent, retracted, own }: Bubble): boolean => !unsent && !(retracted && own)

/** A received message with words. */
export const isTranslatable = ({ own, unsent, retracted, text }: Bubble): boolean =>
  !own && !unsent && !retracted && text !== '' && !isFewEmoji(text)

export type Entry = Bubble | { kind: 'day'; key: string; at: string } | { kind: 'unread'; key: string }

type UngroupedBubble = Omit<Bubble, 'starts' | 'ends'>

interface Sources {
  messages: readonly Message[]
  pending: readonly QueuedMessage[]
  partnerReadSeq: number
  firstUnread: Id | null
}

export const noReactions: Message['reactions'] = { own: null, partner: null }
const runMinutes = 10
const dayOf = (bubble: UngroupedBubble) => new Date(bubble.at).toDateString()
const minutesBetween = (one: UngroupedBubble, other: UngroupedBubble) =>
  Math.abs(Date.parse(other.at) - Date.parse(one.at)) / 60_000

/** A message read after the recipient returned counts as read; its refund stays. */
function deliveryOf(message: Message, partnerReadSeq: number): Delivery {
  if (message.seq <= partnerReadSeq) return 'read'
  if (!message.undelivered) return 'sent'
  return message.refunded ? 'refunded' : 'undelivered'
}

function ofMessage(message: Message, partnerReadSeq: number): UngroupedBubble {
  const delivery = message.own ? deliveryOf(message, partnerReadSeq) : null
  return {
    kind: 'bubble',
    key: message.id,
    own: message.own,
    text: message.text,
    gift: message.gift,
    ...(message.kind === 'photo' && !message.retracted && { photo: message.photo }),
    ...(message.kind === 'voice' && !message.retracted && { voice: message.voice ?? null }),
    ...(message.call && { call: message.call }),
    ...(message.kind === 'opener' && { isOpener: true }),
    ...(message.kind === 'staff' && { isByStaff: true }),
    ...(message.is_reply && { quote: message.quote }),
    // Absent while the release before still answers.
    reactions: message.reactions ?? noReactions,
    retracted: message.retracted,
    retractableUntil: message.retractable_until,
    at: message.sent_at,
    hint: message.hints[0] ?? null,
    delivery,
    unsent: null,
    blocksOthers: false,
  }
}

function ofOutgoing(item: QueuedMessage, index: number, pending: readonly QueuedMessage[]): UngroupedBubble {
  const { id, text, at, state } = item
  const isFailed = state === 'failed'
  const blocksOthers = isFailed && pending.slice(index + 1).some((after) => after.state !== 'failed')
  const gift = item.kind === 'gift' ? item.gift : null
  return {
    kind: 'bubble',
    key: id,
    own: true,
    text,
    gift,
    ...(item.kind === 'text' && item.replyTo && { quote: item.replyTo }),
    reactions: noReactions,
    retracted: false,
    retractableUntil: null,
    at,
    hint: null,
    delivery: isBlocked(item, pending.slice(0, index)) ? 'blocked' : state,
    unsent: item,
    blocksOthers,
  }
}

function isOneRun(
  before: UngroupedBubble | undefined,
  after: UngroupedBubble | undefined,
  firstUnread: Id | null,
): boolean {
  if (!before || !after) return false
  if (before.own !== after.own || after.key === firstUnread || before.delivery === 'failed') return false
  return dayOf(before) === dayOf(after) && minutesBetween(before, after) < runMinutes
}

/** The entries of a chat from top to bottom: dates, the line above the first unread message, and bubbles in runs. */
export function entriesOf({ messages, pending, partnerReadSeq, firstUnread }: Sources): Entry[] {
  const arrived = new Set(messages.map((message) => message.id))
  const bubbles = [
    ...messages.map((message) => ofMessage(message, partnerReadSeq)),
    ...pending.filter((item) => !arrived.has(item.id)).map(ofOutgoing),
  ]
  return bubbles.flatMap((one, index): Entry[] => {
    const before = bubbles[index - 1]
    const entries: Entry[] = []
    if (!before || dayOf(before) !== dayOf(one))
      entries.push({ kind: 'day', key: `day ${dayOf(one)} ${one.key}`, at: one.at })
    if (one.key === firstUnread) entries.push({ kind: 'unread', key: 'unread' })
    const starts = !isOneRun(before, one, firstUnread)
    const ends = !isOneRun(one, bubbles[index + 1], firstUnread)
    return [...entries, { ...one, starts, ends }]
  })
}
