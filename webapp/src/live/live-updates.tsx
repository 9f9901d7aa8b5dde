import { useEffect, useEffectEvent } from 'react'
import { useSWRConfig } from 'swr'
import { keys } from '@/api/keys'
import type { Chats, User } from '@/api/types'
import { useChats } from '@/api/use-chats'
import { useUser } from '@/api/use-user'
import { withBalance } from '@/api/wallet'
import { chatPreferences } from '@/api/chat-preferences'
import { useSingleton } from '@/singletons'
import { createLiveEvents } from './stream'
import { useLive } from './use-live'

/** Keeps the top bar current; mounted once while a member is logged in. */
export function LiveUpdates() {
  const { mutate } = useSWRConfig()
  useStream()
  useTone()

  const setTotal = (total: number) =>
    void mutate(keys.chats, (chats?: Chats) => chats && { ...chats, total_unread_messages: total }, {
      revalidate: true,
    })

  useLive('message', (event) => setTotal(event.total_unread_messages))
  useLive('unread', (event) => setTotal(event.total_unread_messages))
  useLive('like', () => void mutate(keys.likes))
  useLive('match', () => void mutate(keys.likes))
  useLive(
    'balance',
    (balance) =>
      void mutate(
        keys.user,
        (user?: User | null) => user && { ...withBalance(user, balance), paid_user: balance.paid_user },
        { revalidate: false },
      ),
  )
  // The stream could not go on from where this page was: whatever was missed is in the lists.
  useLive('hello', () => void Promise.all([mutate(keys.chats), mutate(keys.likes), mutate(keys.user)]))
  return null
}

/** Loaded with its subscribers alone. */
function useTone() {
  const memberId = useUser().user?.id
  useLive('message', ({ message }) => {
    if (!message.own && memberId && chatPreferences(memberId).tone)
      void import('./tone').then(({ playTone }) => playTone()).catch(() => undefined)
  })
}

/** The stream begins at the cursor of the lists, so that no event in between is lost. Without lists it begins now. */
function useStream() {
  const { openStream } = useSingleton(createLiveEvents)
  const memberId = useUser().user?.id
  const { data: chats, error } = useChats()
  const isKnown = chats !== undefined || error !== undefined
  // Later lists move nothing: by then the stream knows better how far it is.
  const open = useEffectEvent((memberId: string) => openStream(memberId, chats?.cursor ?? null))
  useEffect(() => (memberId && isKnown ? open(memberId) : undefined), [memberId, isKnown])
}
