import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useSWRConfig } from 'swr'
import { keys } from '../../../api/keys'
import type { Chat, Chats, Id } from '../../../api/types'
import { withAllRead } from '../model/conversations'
import { withOwnRead } from '../model/timeline'
import { markRead } from './mark-read'

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function useVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

/** A chat that is open and can be seen has been read, here at once and soon on the server. */
export function useMarkRead(chat: Chat | undefined, change: (next: (chat: Chat) => Chat) => void): void {
  const { mutate } = useSWRConfig()
  const visible = useVisible()
  const conversationId = chat?.conversation?.id
  const seq = chat?.messages.findLast((message) => !message.own)?.seq ?? 0
  const isUnread = chat !== undefined && seq > chat.own_read_seq

  const read = useEffectEvent(async (conversationId: Id, seq: number) => {
    change((chat) => withOwnRead(chat, seq))
    void mutate(keys.chats, (chats?: Chats) => chats && withAllRead(chats, conversationId), { revalidate: false })
    try {
      await markRead(conversationId, seq)
    } catch {
      void mutate(keys.chats)
    }
  })

  useEffect(() => {
    if (visible && isUnread && conversationId) void read(conversationId, seq)
  }, [visible, isUnread, conversationId, seq])
}
