import { useTranslation } from 'react-i18next'
import { useSWRConfig } from 'swr'
import { keys } from '@/api/keys'
import type { Chat, Chats, Id } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useToast } from '@/ui'
import { useSingleton } from '@/singletons'
import { createRemovals } from '@/features/chat/api/removals'
import { removeChat } from '@/features/chat/api/remove-chat'
import { withAllRead, withoutConversation } from '@/features/chat/model/conversations'

/** Takes a chat from the list, with six seconds to think again. */
export function useRemoveChat() {
  const showToast = useToast()
  const { t } = useTranslation(['chat', 'common'])
  const { cache, mutate } = useSWRConfig()
  const errorText = useErrorText()
  const { bringBack, removeSoon } = useSingleton(createRemovals)

  return (conversationId: Id, name: string, remove = () => removeChat(conversationId)) => {
    const dismiss = showToast({
      text: t('chat:removed', { name }),
      action: {
        label: t('common:undo'),
        run: () => {
          bringBack(conversationId)
          void mutate(keys.chats)
        },
      },
    })
    // Unread messages of a removed chat are not counted while it is hidden.
    void mutate(keys.chats, (chats?: Chats) => chats && withAllRead(chats, conversationId), { revalidate: false })
    removeSoon(conversationId, async () => {
      dismiss()
      try {
        await remove()
        await mutate(keys.chats, (chats?: Chats) => chats && withoutConversation(chats, conversationId))
        await mutate(
          (key) => (cache.get(String(key))?.data as Partial<Chat> | undefined)?.conversation?.id === conversationId,
          undefined,
          { revalidate: false },
        )
      } catch (error) {
        showToast({ text: t('chat:remove_failed', { name, reason: errorText(error) }), kind: 'danger', stays: 12_000 })
        await mutate(keys.chats)
      }
    })
  }
}
