import useSWRImmutable from 'swr/immutable'
import { api } from '@/api/client'
import { retentionKey } from '@/api/offer-keys'
import type { Discount } from '@/api/types'

/**
 * The discount billing gives this member for staying, made the first time it is asked for; undefined while unknown, null
 * when there is none.
 */
export function useRetentionDiscount(isOffered: boolean): Discount | null | undefined {
  const { data } = useSWRImmutable(isOffered ? retentionKey : null, () =>
    api.post<{ discount: Discount }>('discountcode.php', { purpose: 'retention' }).then(
      ({ discount }) => discount,
      () => null,
    ),
  )
  return isOffered ? data : null
}
