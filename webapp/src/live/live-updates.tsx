import { useEffect } from 'react'
import { useSWRConfig } from 'swr'
import { keys } from '../api/keys'
import type { Chats, User } from '../api/types'
import { openStream } from './stream'
import { useLive } from './use-live'

/** Keeps what the top bar shows current; mounted once while a member is logged in. */
export function LiveUpdates() {
  const { mutate } = useSWRConfig()
  useEffect(() => openStream(), [])

  const setTotal = (total: number) =>
    void mutate(keys.chats, (chats?: Chats) => chats && { ...chats, total_unread_messages: total }, { revalidate: true })

  useLive('message', (event) => setTotal(event.total_unread_messages))
  useLive('unread', (event) => setTotal(event.total_unread_messages))
  useLive('like', () => void mutate(keys.likes))
  useLive('match', () => void mutate(keys.likes))
  useLive('balance', (balance) => void mutate(keys.user, (user?: User | null) => user && { ...user, ...balance }, { revalidate: false }))
  return null
}
