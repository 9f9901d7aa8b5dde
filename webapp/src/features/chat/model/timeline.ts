import type { Chat, Id, Message } from '@/api/types'
import { isEarlier, type Balance } from '@/api/wallet'

/** Every message once, by seq. Of two with the same id the later word counts. */
export function merged(known: readonly Message[], more: readonly Message[]): Message[] {
  const byId = new Map([...known, ...more].map((message) => [message.id, message]))
  return [...byId.values()].toSorted((one, other) => one.seq - other.seq)
}

/** How far we have everything: the last message before the first gap. */
export function knownUpTo({ messages, last_seq }: Chat): number {
  const gap = messages.findIndex((message, index) => index > 0 && message.seq > messages[index - 1]!.seq + 1)
  return (gap < 0 ? messages.at(-1)?.seq : messages[gap - 1]?.seq) ?? last_seq
}

/** Whether others were missed on the way to this message. */
export function opensGap(chat: Chat, message: Message): boolean {
  return message.seq > (chat.messages.at(-1)?.seq ?? chat.last_seq) + 1
}

export function withMessage(chat: Chat, message: Message): Chat {
  const messages = merged(chat.messages, [message])
  return {
    ...chat,
    conversation: chat.conversation ?? { id: message.conversation_id },
    messages,
    last_seq: Math.max(chat.last_seq, message.seq),
  }
}

/** Merges the messages after `knownUpTo`; all other facts, removals included, are those of the newer answer. */
export function withNewer(chat: Chat, newer: Chat): Chat {
  // Absent while the release before still answers.
  const stillKnown = chat.messages.filter(({ seq }) => seq > (newer.removed_before_seq || 0))
  return {
    ...newer,
    messages: merged(stillKnown, newer.messages),
    has_older: stillKnown.length > 0 ? chat.has_older : newer.has_older,
    partner_read_seq: Math.max(chat.partner_read_seq, newer.partner_read_seq),
    own_read_seq: Math.max(chat.own_read_seq, newer.own_read_seq),
    last_seq: Math.max(chat.last_seq, newer.last_seq),
  }
}

/** A message that has changed on the server, if it is shown. */
export function withUpdated(chat: Chat, message: Message): Chat {
  const isShown = chat.messages.some(({ id }) => id === message.id)
  return isShown ? { ...chat, messages: merged(chat.messages, [message]) } : chat
}

export function withOlder(chat: Chat, older: Chat): Chat {
  return { ...chat, messages: merged(older.messages, chat.messages), has_older: older.has_older }
}

export function withPartnerRead(chat: Chat, seq: number): Chat {
  return seq > chat.partner_read_seq ? { ...chat, partner_read_seq: seq } : chat
}

export function withOwnRead(chat: Chat, seq: number): Chat {
  return seq > chat.own_read_seq ? { ...chat, own_read_seq: seq } : chat
}

/** The chat with this balance, unless its own is from a later change of the wallet. */
export function withBalance(chat: Chat, { credits, wallet_version: version }: Balance): Chat {
  const { price } = chat
  if (isEarlier(version, price.wallet_version)) return chat
  return { ...chat, price: { ...price, balance: credits, wallet_version: version || price.wallet_version } }
}

/** The partner's first message that was unread when the chat was opened. */
export function firstUnread(chat: Chat): Id | null {
  return chat.messages.find((message) => !message.own && message.seq > chat.own_read_seq)?.id ?? null
}

/** Whether unread messages begin before the first loaded one. */
export function beginsUnread(chat: Chat): boolean {
  return chat.has_older && firstUnread(chat) !== null && chat.messages[0]!.seq > chat.own_read_seq + 1
}

/** Removes the messages before the start of the history that the member has kept. */
export function isHistoryCut(chat: Chat): boolean {
  return !chat.has_older && (chat.messages[0]?.seq ?? chat.last_seq + 1) > chat.removed_before_seq + 1
}
