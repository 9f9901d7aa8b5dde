import type { Money, Package } from '@/api/types'

/** The price of a package for this member, with their discount if there is one. Billing made both prices. */
export function priceOf(offer: Package): { amount: Money; amount_per_message: Money } {
  return offer.discounted ?? offer
}
