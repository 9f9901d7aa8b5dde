import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { Id } from '@/api/types'

const path = 'spent.php'

/** The credits that went to one member, asked again when the balance is another. */
export function useSpent(profileId: Id, balance: number): number | null {
  const query = { profile_id: profileId }
  const { data } = useSWR<{ credits: number }>(
    [address(path, query), balance],
    () => api.get<{ credits: number }>(path, query),
    { keepPreviousData: true },
  )
  return data?.credits ?? null
}
