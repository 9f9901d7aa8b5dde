import useSWR, { useSWRConfig } from 'swr'
import { api } from './client'
import { keys } from './keys'
import { isPushSubscribed, refreshInterval } from './refresh'
import type { Chats } from './types'
import { useUser } from './use-user'

export function useChats() {
  const { user } = useUser()
  const { mutate } = useSWRConfig()
  return useSWR<Chats>(user ? keys.chats : null, () => api.get<Chats>('chats.php'), {
    refreshInterval: () => refreshInterval(isPushSubscribed()),
    // A live event overtook the answer, which is thrown away; ask for a newer one.
    onDiscarded: (key) => void mutate(key),
  })
}
