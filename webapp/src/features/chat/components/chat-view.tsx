import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import type { Chat, Id } from '@/api/types'
import type { ChatOf } from '@/features/chat/api/fetch-chat'
import type { Quoted } from '@/outbox/message'
import { useOutbox, useUnsent } from '@/outbox/use-outbox'
import { useRememberChat } from '@/features/chat/api/remember-chats'
import { useChat } from '@/features/chat/api/use-chat'
import { useMarkRead } from '@/features/chat/api/use-mark-read'
import { useChangeQueue } from '@/features/chat/api/change-queue'
import { withChanges } from '@/features/chat/model/changes'
import { entriesOf, type Bubble } from '@/features/chat/model/entries'
import { firstUnread } from '@/features/chat/model/timeline'
import { Announcer } from './announcer'
import { ChatBar } from './chat-bar'
import { ChatFailed } from './chat-failed'
import { ChatFoot } from './chat-foot'
import type { Search } from './chat-search'
import type { ChatSlots } from './chat-slots'
import styles from './chat-view.module.css'
import { ClosedFoot } from './closed-foot'
import { LoadingChat } from './loading-chat'
import { MessageList } from './message-list'
import { usePartnerName } from './use-partner-name'
import { useSettled } from './use-settled'
import { TranslatingContext, useTranslating } from './use-translating'
import { useTyping } from './use-typing'

interface Props {
  of: ChatOf
  memberId: Id
  onRemove: (chat: Chat) => void
  slots: ChatSlots
}

/** Characters of a message that stand above its answer. */
const quotedLength = 160

const ChatSearch = lazy(() => import('./chat-search'))
const TranslationSheet = lazy(() => import('./translation-sheet'))

const isClosed = (error: unknown) => ['blocked', 'blocked_by_you', 'not_found'].some((code) => isApiError(error, code))

/** One conversation. Render it with a key per chat: the first unread message is decided once, on mount. */
export function ChatView({ of, memberId, onRemove, slots }: Props) {
  const { t } = useTranslation('common')
  const nameOf = usePartnerName()
  const { chat, error, isValidating, change, refresh, older } = useChat(of)
  const outbox = useOutbox()
  const unsent = useUnsent()
  const pending = unsent.filter(({ profileId }) => profileId === chat?.profile?.id)
  const isSettled = useSettled(isValidating)
  const isTyping = useTyping(chat?.profile?.id)
  const { changes } = useChangeQueue()
  const translating = useTranslating(chat, memberId)
  const [answered, setAnswered] = useState<Quoted | null>(null)
  const [search, setSearch] = useState<Search | null>(null)
  const options = useRef<HTMLButtonElement>(null)
  const [unreadAtOpening, setUnreadAtOpening] = useState<Id | null>()

  if (unreadAtOpening === undefined && isSettled && chat) setUnreadAtOpening(firstUnread(chat))
  useMarkRead(unreadAtOpening === undefined ? undefined : chat, change)
  useRememberChat(of, { chat, isClosed: isClosed(error), isWaiting: pending.length > 0 })
  useEffect(() => {
    if (chat) outbox.confirm(chat.messages.map((message) => message.id))
  }, [outbox, chat])

  // A block made meanwhile hides the chat.
  if (error && (!chat || isClosed(error)))
    return <ChatFailed of={of} error={error} onRetry={refresh} unblock={slots.unblock} />
  if (!chat) return <LoadingChat />

  const { messages, partner_read_seq: partnerReadSeq, profile } = chat
  const hasAnswered = pending.length > 0 || messages.at(-1)?.own === true
  const entries = entriesOf({
    messages: withChanges(messages, changes),
    pending,
    partnerReadSeq,
    firstUnread: hasAnswered ? null : (unreadAtOpening ?? null),
  })
  const answer = ({ key: id, own, text, gift, photo, voice }: Bubble) =>
    setAnswered({
      id,
      own,
      text: text.slice(0, quotedLength),
      gift,
      kind: gift ? 'gift' : photo !== undefined ? 'photo' : voice !== undefined ? 'voice' : 'text',
    })
  const view = (onBlock?: () => void, onUnmatch?: () => void) => (
    <TranslatingContext value={translating}>
      <section
        className={styles.chat}
        aria-label={profile ? t('name_age', { name: profile.name, age: profile.age }) : nameOf(chat)}
      >
        <ChatBar
          chat={chat}
          options={options}
          onRemove={onRemove}
          onBlock={onBlock}
          onUnmatch={onUnmatch}
          onSearch={() => setSearch({ words: '', id: null })}
          calls={profile && chat.calls && slots.calls?.(profile, chat)}
        />
        {search && chat.conversation && (
          <Suspense>
            <ChatSearch
              chat={{ ...chat, conversation: chat.conversation }}
              onReach={older.reach}
              onSearch={setSearch}
              onClose={() => {
                setSearch(null)
                // Back to the button that the search was opened from.
                options.current?.focus()
              }}
            />
          </Suspense>
        )}
        <MessageList
          chat={chat}
          entries={entries}
          isTyping={isTyping}
          isSettled={isSettled}
          older={older}
          search={search}
          openerQuote={slots.openerQuote}
          onReply={answer}
          onBlock={onBlock}
        />
        <Announcer chat={chat} />
        {profile && chat.partner === 'here' ? (
          <>
            {slots.aboveComposer?.(profile, chat)}
            <ChatFoot
              key={profile.id}
              chat={chat}
              profile={profile}
              memberId={memberId}
              unsent={unsent}
              answered={answered}
              onAnswered={setAnswered}
              onRefused={refresh}
            />
          </>
        ) : (
          <ClosedFoot chat={chat} />
        )}
        {translating && (
          <Suspense>
            <TranslationSheet
              translator={translating.translator}
              name={nameOf(chat)}
              onAllow={translating.allow}
              onClose={translating.dismiss}
            />
          </Suspense>
        )}
      </section>
    </TranslatingContext>
  )
  return profile && slots.blocking ? slots.blocking(profile, view) : view()
}
