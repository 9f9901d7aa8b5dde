import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Card } from '@/api/types'
import { useChats } from '@/api/use-chats'
import { removeChatWith } from '@/features/chat/api/remove-chat'
import { useRemoving } from '@/features/chat/api/removals'
import { menuItem } from '@/ui'
import { useRemoveChat } from './use-remove-chat'

/** In the menu of a profile: removes what was written with this member. Nothing without a conversation. */
export function RemoveChatWith({ profile }: { profile: Card }) {
  const { t } = useTranslation('chat')
  const { data } = useChats()
  const removing = useRemoving()
  const removeChat = useRemoveChat()
  const chat = data?.chats.find((listed) => listed.profile?.id === profile.id)
  if (!chat || removing.has(chat.conversation.id)) return null
  return (
    <button
      type="button"
      className={menuItem(true)}
      onClick={() => removeChat(chat.conversation.id, profile.name, () => removeChatWith(profile.id))}
    >
      <Trash2 size={20} aria-hidden="true" />
      {t('remove_named', { name: profile.name })}
    </button>
  )
}
