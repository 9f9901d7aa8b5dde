import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { Card, Id } from '@/api/types'

export const relatedKey = (id: Id) => address('similar.php', { id })

export function useRelated(id: Id | null) {
  return useSWR<Card[]>(
    id && relatedKey(id),
    () => api.get<{ profiles: Card[] }>('similar.php', { id }).then((answer) => answer.profiles),
    {
      revalidateOnFocus: false,
    },
  )
}
