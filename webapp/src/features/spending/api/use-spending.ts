import useSWR, { useSWRConfig } from 'swr'
import { address, api } from '@/api/client'
import { holdsOffer } from '@/api/offer-keys'
import type { Spending } from '@/api/types'

const path = 'spending.php'

interface Change {
  daily?: string | null
  monthly?: string | null
  pause_days?: 1 | 7 | 30
}

/** The member's own limits and spending; `change` settles with the server's answer. */
export function useSpending() {
  const { data, error, mutate } = useSWR<Spending>(
    address(path),
    async () => (await api.get<{ spending: Spending }>(path)).spending,
  )
  const { mutate: refresh } = useSWRConfig()
  const change = async (wanted: Change) => {
    const { spending } = await api.put<{ spending: Spending }>(path, wanted)
    await mutate(spending, { revalidate: false })
    // During a break nothing is offered: what was read before it is dropped, on every screen.
    if (wanted.pause_days) await refresh(holdsOffer, undefined)
  }
  return { spending: data, error: error as unknown, retry: () => void mutate(), change }
}
