import { useSWRConfig } from 'swr'
import { keys } from '../../../api/keys'
import type { Chats, Id, Message } from '../../../api/types'
import { useChats } from '../../../api/use-chats'
import { useLive } from '../../../live/use-live'
import { withNewMessage, withUnread } from '../model/conversations'
import { useSent } from './outbox'

/** The list of conversations, moved at once by what is sent and received. */
export function useConversations(isOpen: (conversationId: Id, profileId: Id) => boolean) {
  const { data, error, mutate } = useChats()
  const { cache } = useSWRConfig()

  const add = (conversationId: Id, profileId: Id, message: Message) => {
    const known = cache.get(keys.chats)?.data as Chats | undefined
    if (!known) return
    const next = withNewMessage(known, conversationId, message, isOpen(conversationId, profileId) && document.visibilityState === 'visible')
    void (next ? mutate(next, { revalidate: false }) : mutate())
  }
  useLive('message', ({ message, conversation, profile_id }) => add(conversation.id, profile_id, message))
  useLive('unread', (event) => void mutate((chats) => chats && withUnread(chats, event), { revalidate: false }))
  useSent(({ message, conversation, profileId }) => add(conversation.id, profileId, message))

  return { chats: data?.chats, error: error as unknown, retry: () => void mutate() }
}
