import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chat, ChatSummary, Id } from '../../../api/types'
import type { ChatOf } from '../api/fetch-chat'
import { discard, useOutbox } from '../api/outbox'
import { useChat } from '../api/use-chat'
import { useMarkRead } from '../api/use-mark-read'
import { entriesOf } from '../model/entries'
import { firstUnread } from '../model/timeline'
import { Announcer } from './announcer'
import { ChatBar } from './chat-bar'
import { ChatFailed } from './chat-failed'
import { ChatFoot } from './chat-foot'
import styles from './chat-view.module.css'
import { LoadingChat } from './loading-chat'
import { MessageList } from './message-list'
import { useSettled } from './use-settled'
import { useTyping } from './use-typing'

interface Props {
  of: ChatOf
  memberId: Id
  onRemove: (chat: Pick<ChatSummary, 'conversation' | 'profile'>) => void
  aboveComposer?: ((chat: Chat) => ReactNode) | undefined
}

/** One conversation. Draw it with a key per chat: what was unread is decided once, when it opens. */
export function ChatView({ of, memberId, onRemove, aboveComposer }: Props) {
  const { t } = useTranslation('common')
  const { chat, error, isValidating, change, refresh, older } = useChat(of)
  const pending = useOutbox(chat?.profile.id)
  const isSettled = useSettled(isValidating)
  const isTyping = useTyping(chat?.profile.id)
  const [unreadAtOpening, setUnreadAtOpening] = useState<Id | null>()

  if (unreadAtOpening === undefined && isSettled && chat) setUnreadAtOpening(firstUnread(chat))
  useMarkRead(unreadAtOpening === undefined ? undefined : chat, change)
  useEffect(() => {
    if (chat) discard(chat.messages.map((message) => message.id))
  }, [chat])

  if (!chat && error) return <ChatFailed error={error} onRetry={refresh} />
  if (!chat) return <LoadingChat />

  const { messages, partner_read_seq: partnerReadSeq, profile } = chat
  const hasAnswered = pending.length > 0 || messages.at(-1)?.own === true
  const entries = entriesOf({ messages, pending, partnerReadSeq, firstUnread: hasAnswered ? null : (unreadAtOpening ?? null) })
  return (
    <section className={styles.chat} aria-label={t('name_age', { name: profile.name, age: profile.age })}>
      <ChatBar chat={chat} onRemove={onRemove} />
      <MessageList chat={chat} entries={entries} isTyping={isTyping} isSettled={isSettled} older={older} />
      <Announcer chat={chat} />
      {aboveComposer?.(chat)}
      <ChatFoot
        key={profile.id}
        chat={chat}
        memberId={memberId}
        onTheirWay={pending.filter(({ state }) => state !== 'failed').length}
        onRefused={refresh}
      />
    </section>
  )
}
