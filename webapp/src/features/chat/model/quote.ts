import type { Price } from '../../../api/types'

export interface Quote {
  /** 0 is free. */
  credits: number
  freeLeft: number
  balance: number
  isAffordable: boolean
}

/** What the next message costs once those on their way have been paid for. */
export function quoteOf(price: Price, onTheirWay: number, messageCredits: number): Quote {
  const freeLeft = Math.max(0, price.free_messages_left - onTheirWay)
  const charged = Math.max(0, onTheirWay - price.free_messages_left)
  const balance = Math.max(0, price.balance - charged * messageCredits)
  const credits = freeLeft > 0 ? 0 : price.credits || messageCredits
  return { credits, freeLeft, balance, isAffordable: credits <= balance }
}
