import { keep, kept } from '@/api/device/member-storage'
import type { Id } from '@/api/types'
import type { Purchase } from '@/features/credits/model/purchase'

export function rememberPurchase(memberId: Id, purchase: Purchase): void {
  keep(memberId, 'purchase', purchase)
}

export function rememberedPurchase(memberId: Id, order: Id): Purchase | null {
  const purchase = kept<Purchase>(memberId, 'purchase')
  return purchase?.order === order ? purchase : null
}
