import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { Card } from '@/api/types'

export const blockedKey = address('block.php')

export function useBlocked() {
  return useSWR<Card[]>(blockedKey, () => api.get<{ profiles: Card[] }>('block.php').then((answer) => answer.profiles))
}
