import type { Money, Package } from '@/api/types'

/** What a package costs this member: with their discount where there is one. Billing made both prices. */
export function priceOf(offer: Package): { amount: Money; amount_per_message: Money } {
  return offer.discounted ?? offer
}
