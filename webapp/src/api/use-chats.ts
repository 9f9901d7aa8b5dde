import useSWR from 'swr'
import { api } from './client'
import { keys } from './keys'
import { useRefreshInterval } from './refresh'
import type { Chats } from './types'
import { useMember } from './use-member'

export function useChats() {
  const member = useMember()
  const refreshInterval = useRefreshInterval()
  return useSWR<Chats>(member ? keys.chats : null, () => api.get<Chats>('chats.php'), {
    refreshInterval,
  })
}
