import useSWRImmutable from 'swr/immutable'
import { api } from '../../../api/client'
import type { Discount } from '../../../api/types'

/** What billing would really give this member on their next purchase, in percent; without that nothing is offered. */
export function useRetentionOffer(asks: boolean): number | null {
  const { data } = useSWRImmutable(asks ? 'retention-offer' : null, () =>
    api.get<{ discount: Discount }>('discountcode.php', { welcome: 'true' }).then(
      (answer) => answer.discount.value_percentage,
      () => null,
    ),
  )
  return data ?? null
}
