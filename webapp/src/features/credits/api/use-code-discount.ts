import useSWR from 'swr'
import { address, api } from '@/api/client'
import { discountQuery } from '@/api/route-query'
import type { Discount } from '@/api/types'

/** The discount behind the code in the page's address; undefined while it is asked for, null without one. */
export function useCodeDiscount(search: string): Discount | null | undefined {
  const query = discountQuery(search)
  const { data } = useSWR<Discount | null>(
    query && address('discountcode.php', query),
    () =>
      api.get<{ discount: Discount }>('discountcode.php', query ?? {}).then(
        ({ discount }) => discount,
        // As the specification has it: a failure is ignored, and the price is the normal one.
        () => null,
      ),
    { shouldRetryOnError: false, revalidateOnFocus: false },
  )
  return query ? data : null
}
