import useSWR from 'swr'
import { api } from './client'
import { keys } from './keys'
import { useRefreshInterval } from './refresh'
import type { Likes } from './types'
import { useUser } from './use-user'

export function useLikes() {
  const { user } = useUser()
  const refreshInterval = useRefreshInterval()
  return useSWR<Likes>(user ? keys.likes : null, () => api.get<Likes>('likes.php'), {
    refreshInterval,
  })
}
