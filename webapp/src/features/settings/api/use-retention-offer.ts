import { useEffect, useState } from 'react'
import useSWRImmutable from 'swr/immutable'
import { api } from '@/api/client'
import type { Discount } from '@/api/types'

const storageKey = (memberId: string) => `retention-offer-seen:${memberId}`

/**
 * What billing would really give this member on their next purchase, in percent; without that nothing is offered. It is
 * offered once: who has seen it and comes back to delete is not held up again.
 */
export function useRetentionOffer(memberId: string): number | null {
  const [seen] = useState(() => localStorage.getItem(storageKey(memberId)) !== null)
  const { data } = useSWRImmutable(seen ? null : 'retention-offer', () =>
    api.get<{ discount: Discount }>('discountcode.php', { welcome: 'true' }).then(
      (answer) => answer.discount.value_percentage,
      () => null,
    ),
  )
  useEffect(() => {
    if (data) localStorage.setItem(storageKey(memberId), new Date().toISOString())
  }, [data, memberId])
  return data ?? null
}
