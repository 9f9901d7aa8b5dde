import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { keys } from '@/api/keys'
import type { Chat, Chats, Id } from '@/api/types'
import { useOnline } from '@/ui'
import { withAllRead } from '@/features/chat/model/conversations'
import { withOwnRead } from '@/features/chat/model/timeline'
import { markRead } from './mark-read'
import { useChange } from './use-change'

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

function useVisible(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
}

/** A chat that is open and can be seen has been read, here at once and soon on the server; without a network once it is back. */
export function useMarkRead(chat: Chat | undefined, change: (next: (chat: Chat) => Chat) => void): void {
  const list = useChange<Chats>(keys.chats)
  const visible = useVisible()
  const { online } = useOnline()
  const conversationId = chat?.conversation?.id
  const seq = chat?.messages.findLast((message) => !message.own)?.seq ?? 0
  const isUnread = chat !== undefined && seq > chat.own_read_seq

  const read = useEffectEvent(async (conversationId: Id, seq: number) => {
    change((chat) => withOwnRead(chat, seq))
    list.change((chats) => withAllRead(chats, conversationId))
    try {
      await markRead(conversationId, seq)
    } catch {
      list.refreshSoon()
    }
  })

  useEffect(() => {
    if (visible && online && isUnread && conversationId) void read(conversationId, seq)
  }, [visible, online, isUnread, conversationId, seq])
}
