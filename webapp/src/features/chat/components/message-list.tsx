import { ArrowDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chat, Id } from '@/api/types'
import { classes, scrollBehavior } from '@/ui'
import { hasOptions, type Bubble, type Entry } from '@/features/chat/model/entries'
import type { Search } from './chat-search'
import type { ChatSlots } from './chat-slots'
import { DayMark, UnreadMark } from './marks'
import { MessageBubble } from './message-bubble'
import styles from './message-list.module.css'
import { Beginning, type Older } from './beginning'
import { TypingDots } from './typing-dots'
import { useMessageOptions } from './use-message-options'
import { useChatScroll } from './use-chat-scroll'
import { usePartnerName } from './use-partner-name'
import { useNewCount } from './use-new-count'

interface Props {
  chat: Chat
  entries: Entry[]
  isTyping: boolean
  isSettled: boolean
  older: Older
  search: Search | null
  openerQuote: ChatSlots['openerQuote']
  onReply: (bubble: Bubble) => void
  onBlock?: (() => void) | undefined
}

/**
 * The scroller lays its one child out from the end, so that it opens there, stays there, and older messages
 * above move nothing.
 */
export function MessageList({
  chat,
  entries,
  isTyping,
  isSettled,
  older,
  search,
  openerQuote,
  onReply,
  onBlock,
}: Props) {
  const { t } = useTranslation('chat')
  const list = useRef<HTMLOListElement>(null)
  const { scroller, isAtEnd, toEnd } = useChatScroll(list, entries, isTyping, isSettled)
  const name = usePartnerName()(chat)
  const count = useNewCount(chat.messages, isAtEnd)
  const options = useMessageOptions({ chat, entries, list, name, onReply, onBlock })
  const last = entries.findLast((entry) => entry.kind === 'bubble' && hasOptions(entry))?.key
  const show = (id: Id) =>
    list.current
      ?.querySelector(`[data-message="${id}"]`)
      ?.scrollIntoView({ block: 'center', behavior: scrollBehavior() })
  const target = search?.id
  useEffect(() => {
    const hit = target && list.current?.querySelector(`[data-message="${target}"]`)
    if (hit) hit.scrollIntoView({ block: 'center' })
  }, [list, target])
  return (
    <div className={styles.frame}>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={scroller} className={styles.scroller} tabIndex={0} role="region" aria-label={t('chat_with', { name })}>
        <div className={styles.column}>
          <Beginning chat={chat} isEmpty={entries.length === 0} older={older} scroller={scroller} />
          <ol ref={list} className={styles.messages}>
            {entries.map((entry) => {
              if (entry.kind === 'day') return <DayMark key={entry.key} at={entry.at} />
              if (entry.kind === 'unread') return <UnreadMark key={entry.key} />
              return (
                <MessageBubble
                  key={entry.key}
                  bubble={entry}
                  name={name}
                  canEdit={chat.partner === 'here'}
                  isInTabOrder={entry.key === last}
                  words={search?.words}
                  isShown={entry.key === target}
                  openerQuote={entry.isOpener && chat.profile && openerQuote?.(chat.profile, entry.own, entry.text)}
                  onOptions={options.open}
                  onShow={show}
                />
              )
            })}
            {isTyping && <TypingDots name={name} />}
          </ol>
        </div>
      </div>
      {options.drawn}
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
