import type { Price } from '@/api/types'
import type { QueuedMessage } from '@/outbox/message'
import { costOf } from '@/outbox/queue'

export interface Quote {
  /** 0 is free. */
  credits: number
  freeLeft: number
  balance: number
  isAffordable: boolean
}

/** The price of the next text once all messages being sent, in any chat, have been paid for. */
export function quoteOf(price: Price, onTheirWay: readonly QueuedMessage[], messageCredits: number): Quote {
  const free = onTheirWay.filter((item) => item.state !== 'failed' && item.credits === 0).length
  const freeLeft = Math.max(0, price.free_messages_left - free)
  const balance = Math.max(0, price.balance - costOf(onTheirWay))
  const credits = freeLeft > 0 ? 0 : price.credits || messageCredits
  return { credits, freeLeft, balance, isAffordable: credits <= balance }
}
