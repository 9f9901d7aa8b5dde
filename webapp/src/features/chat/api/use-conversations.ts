import { keys } from '@/api/keys'
import type { Chats, Id, Message } from '@/api/types'
import { useChats } from '@/api/use-chats'
import { useLive } from '@/live/use-live'
import { withNewMessage, withUnread } from '@/features/chat/model/conversations'
import { useDelivered } from '@/outbox/use-outbox'
import { withSettings, type Change } from '@/features/chat/model/changes'
import { useChange } from './use-change'
import { useChangeQueue, useChangeResults } from './change-queue'
import { useOlderChats } from './use-older-chats'

function withChatSettings(chats: Chats, changes: readonly Change[]): Chats {
  return { ...chats, chats: chats.chats.map((chat) => withSettings(chat, chat.conversation.id, changes)) }
}

/** The list of conversations, reordered at once by sent and received messages. */
export function useConversations(isOpen: (conversationId: Id, profileId: Id | undefined) => boolean) {
  const { data, error } = useChats()
  const { known, change, refresh, refreshSoon } = useChange<Chats>(keys.chats)

  const add = (conversationId: Id, profileId: Id, message: Message) => {
    const chats = known()
    if (!chats) return refreshSoon()
    const isSeen = isOpen(conversationId, profileId) && document.visibilityState === 'visible'
    const next = withNewMessage(chats, conversationId, message, isSeen)
    if (next) change(() => next)
    else refreshSoon()
  }
  useLive('message', ({ message, conversation, profile_id }) => add(conversation.id, profile_id, message))
  useLive('changed', refreshSoon)
  useLive('updated', ({ message }) => message.retracted && refreshSoon())
  useChangeResults({
    onDone: (made) => change((chats) => withChatSettings(chats, [made])),
    onRefused: refreshSoon,
  })
  useLive('unread', (event) => change((chats) => withUnread(chats, event)))
  useDelivered(({ message, conversation, profileId }) => add(conversation.id, profileId, message))

  const { changes } = useChangeQueue()
  const { chats: read, more } = useOlderChats(data)
  const chats = read?.map((chat) => withSettings(chat, chat.conversation.id, changes))
  return { chats, more, error: error as unknown, retry: refresh }
}
