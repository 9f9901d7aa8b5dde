import useSWR from 'swr'
import { api } from './client'
import { keys } from './keys'
import { refreshInterval } from './refresh'
import type { Chats } from './types'
import { useUser } from './use-user'

export function useChats() {
  const { user } = useUser()
  return useSWR<Chats>(user ? keys.chats : null, () => api.get<Chats>('chats.php'), {
    refreshInterval: () => refreshInterval(),
  })
}
