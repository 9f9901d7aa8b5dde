import { ArrowDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Chat } from '@/api/types'
import { classes } from '@/ui'
import type { Entry } from '@/features/chat/model/entries'
import { DayMark, UnreadMark } from './marks'
import { MessageBubble } from './message-bubble'
import styles from './message-list.module.css'
import { Beginning, type Older } from './beginning'
import { TypingDots } from './typing-dots'
import { useChatScroll } from './use-chat-scroll'
import { usePartnerName } from './use-partner-name'
import { useNewCount } from './use-new-count'

interface Props {
  chat: Chat
  entries: Entry[]
  isTyping: boolean
  isSettled: boolean
  older: Older
}

/**
 * The scroller lays its one child out from the end, so that it opens there, stays there, and older messages
 * above move nothing.
 */
export function MessageList({ chat, entries, isTyping, isSettled, older }: Props) {
  const { t } = useTranslation('chat')
  const { scroller, isAtEnd, toEnd } = useChatScroll(entries, isTyping, isSettled)
  const name = usePartnerName()(chat)
  const count = useNewCount(chat.messages, isAtEnd)
  return (
    <div className={styles.frame}>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={scroller} className={styles.scroller} tabIndex={0} role="region" aria-label={t('chat_with', { name })}>
        <div className={styles.column}>
          <Beginning chat={chat} isEmpty={entries.length === 0} older={older} scroller={scroller} />
          <ol className={styles.messages}>
            {entries.map((entry) => {
              if (entry.kind === 'day') return <DayMark key={entry.key} at={entry.at} />
              if (entry.kind === 'unread') return <UnreadMark key={entry.key} />
              return <MessageBubble key={entry.key} bubble={entry} name={name} canEdit={chat.partner === 'here'} />
            })}
            {isTyping && <TypingDots name={name} />}
          </ol>
        </div>
      </div>
      {!isAtEnd && (
        <button
          type="button"
          className={classes(styles.toEnd, count > 0 && styles.unread)}
          onClick={toEnd}
          aria-label={count > 0 ? undefined : t('to_end')}
        >
          <ArrowDown size={20} aria-hidden="true" />
          {count > 0 && t('new_count', { count })}
        </button>
      )}
    </div>
  )
}
