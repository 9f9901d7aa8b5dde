import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { Blocked, Id } from '@/api/types'

export const blockedKey = address('block.php')

/** The members one has blocked, and accounts that may be new ones of theirs. */
export function useBlocked() {
  return useSWR<Blocked>(blockedKey, () => api.get<Blocked>('block.php'))
}

/** Says that an account offered as perhaps a blocked person’s is someone else’s. */
export const isSomeoneElse = (id: Id) => api.put('block.php', { profile_id: id })
