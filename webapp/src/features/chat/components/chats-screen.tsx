import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths'
import type { Chat, ChatSummary, Id } from '../../../api/types'
import { useLive } from '../../../live/use-live'
import { PageTitle } from '../../../ui'
import type { ChatOf } from '../api/fetch-chat'
import { openOutbox } from '../api/outbox'
import { bringBack, useRemoving } from '../api/removals'
import { useConversations } from '../api/use-conversations'
import { ChatView } from './chat-view'
import styles from './chats-screen.module.css'
import { ChooseConversation } from './choose-conversation'
import { ConversationList } from './conversation-list'
import { useRemoveChat } from './use-remove-chat'

interface Props {
  of: ChatOf | null
  memberId: Id
  /** What else stands above the composer of a chat. */
  aboveComposer?: (chat: Chat) => ReactNode
}

/** The list beside the chat; on a phone one of the two. */
export function ChatsScreen({ of, memberId, aboveComposer }: Props) {
  const { t } = useTranslation('chat')
  const navigate = useNavigate()
  const isOpen = (conversationId: Id, profileId: Id) =>
    of !== null && ('conversation' in of ? of.conversation === conversationId : of.profile === profileId)
  const { chats, error, retry } = useConversations(isOpen)
  const removing = useRemoving()
  const removeChat = useRemoveChat()
  useEffect(() => openOutbox(memberId), [memberId])

  // A message that arrives meanwhile is worth more than the wish to be rid of the chat.
  useLive('message', ({ conversation }) => bringBack(conversation.id))

  const remove = ({ conversation, profile }: Pick<ChatSummary, 'conversation' | 'profile'>) => {
    removeChat(conversation.id, profile)
    if (isOpen(conversation.id, profile.id)) void navigate(paths.chats)
  }
  const title = of ? <h2>{t('title')}</h2> : <PageTitle title={t('title')} />
  return (
    <div className={styles.screen} data-open={of ? '' : undefined}>
      <div className={styles.list}>
        <header className={styles.header}>{title}</header>
        <ConversationList
          chats={chats?.filter((chat) => !removing.has(chat.conversation.id))}
          error={error}
          onRetry={retry}
          isOpen={isOpen}
          onRemove={remove}
        />
      </div>
      <div className={styles.chat}>
        {of ? <ChatView key={'conversation' in of ? of.conversation : of.profile} of={of} memberId={memberId} onRemove={remove} aboveComposer={aboveComposer} /> : <ChooseConversation />}
      </div>
    </div>
  )
}
