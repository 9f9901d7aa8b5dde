import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '@/paths'
import type { Chat, Id } from '@/api/types'
import { useLive } from '@/live/use-live'
import { PageTitle } from '@/ui'
import type { ChatOf } from '@/features/chat/api/fetch-chat'
import { useOutbox } from '@/outbox/use-outbox'
import { useSingleton } from '@/singletons'
import { createRemovals, useRemoving } from '@/features/chat/api/removals'
import { useChangeQueue } from '@/features/chat/api/change-queue'
import { useConversations } from '@/features/chat/api/use-conversations'
import type { ChatSlots } from './chat-slots'
import { ChatView } from './chat-view'
import styles from './chats-screen.module.css'
import { ChooseConversation } from './choose-conversation'
import { ConversationList } from './conversation-list'
import { usePartnerName } from './use-partner-name'
import { useRefusedChanges } from './use-refused-changes'
import { useRemoveChat } from './use-remove-chat'

interface Props {
  of: ChatOf | null
  memberId: Id
  slots?: ChatSlots
}

const none: ChatSlots = {}

/** The list beside the chat; on a phone one of the two. */
export function ChatsScreen({ of, memberId, slots = none }: Props) {
  const { t } = useTranslation('chat')
  const navigate = useNavigate()
  const nameOf = usePartnerName()
  const isOpen = (conversationId: Id, profileId: Id | undefined) =>
    of !== null && ('conversation' in of ? of.conversation === conversationId : of.profile === profileId)
  const { chats, more, error, retry } = useConversations(isOpen)
  const outbox = useOutbox()
  const removing = useRemoving()
  const { bringBack } = useSingleton(createRemovals)
  const removeChat = useRemoveChat()
  useEffect(() => outbox.open(memberId), [outbox, memberId])
  const { open: openChanges } = useChangeQueue()
  useEffect(() => openChanges(memberId), [openChanges, memberId])
  useRefusedChanges()

  // A message that arrives meanwhile is worth more than the wish to be rid of the chat.
  useLive('message', ({ conversation }) => bringBack(conversation.id))

  const remove = (chat: Pick<Chat, 'conversation' | 'profile' | 'partner'>) => {
    if (!chat.conversation) return
    removeChat(chat.conversation.id, nameOf(chat))
    if (isOpen(chat.conversation.id, chat.profile?.id)) void navigate(paths.chats)
  }
  const title = of ? <h2>{t('title')}</h2> : <PageTitle title={t('title')} />
  return (
    <div className={styles.screen} data-open={of ? '' : undefined}>
      <div className={styles.list}>
        <header className={styles.header}>{title}</header>
        <ConversationList
          chats={chats?.filter((chat) => !removing.has(chat.conversation.id))}
          more={more}
          error={error}
          onRetry={retry}
          memberId={memberId}
          isOpen={isOpen}
          onRemove={remove}
        />
      </div>
      <div className={styles.chat}>
        {of ? (
          <ChatView
            key={'conversation' in of ? of.conversation : of.profile}
            of={of}
            memberId={memberId}
            onRemove={remove}
            slots={slots}
          />
        ) : (
          // Without any there is none to choose: the list says what to do next.
          chats !== undefined && chats.length > 0 && <ChooseConversation />
        )}
      </div>
    </div>
  )
}
