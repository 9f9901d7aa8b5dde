import type { Id, Message } from '../../../api/types'

export type GiftName = NonNullable<Message['gift']>

/** What can be sent besides words of one's own; the server knows the price. */
export type Offered = { kind: 'gift'; gift: GiftName; text: string } | { kind: 'text'; icebreaker: string; text: string }

/** A send whose end we may not have heard of: the same again goes under the same id, so that it arrives once. */
export interface Attempt {
  id: Id
  of: string
  at: number
}

const remembered = 10 * 60_000

export function attemptAt(kept: Attempt | null, offered: Offered, now: number, newId: () => Id): Attempt {
  const of = JSON.stringify(offered)
  return kept && kept.of === of && now - kept.at < remembered ? kept : { id: newId(), of, at: now }
}
