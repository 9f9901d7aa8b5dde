import { Ban, Copy, Languages, Reply, ShieldAlert, Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { menuItem } from '@/ui'
import type { Bubble } from '@/features/chat/model/entries'
import { reactionEmoji, reactionNames, type Reaction } from '@/features/chat/model/reactions'
import styles from './message-menu.module.css'

export interface MessageActions {
  /** Absent where nobody can write. */
  onReact?: ((reaction: Reaction | null) => void) | undefined
  onReply?: (() => void) | undefined
  onCopy?: (() => void) | undefined
  onTranslate?: (() => void) | undefined
  /** Absent for the partner's messages, and once the time for it is over. */
  onTakeBack?: (() => void) | undefined
  /** The complaint about this message; absent for one's own. */
  report?: string | undefined
  onBlock?: (() => void) | undefined
}

interface Props extends MessageActions {
  bubble: Bubble
  /** The message it belongs to. */
  anchor: HTMLElement
  /** The partner's. */
  name: string
  onClose: () => void
}

const gap = 8

/** The options of one message, over it on a wide screen and as a sheet on a phone. */
export function MessageMenu({ bubble, anchor, name, onClose, ...actions }: Props) {
  const { t } = useTranslation('chat')
  const ref = useRef<HTMLDivElement>(null)
  const { onReact, onReply, onCopy, onTranslate, onTakeBack, report, onBlock } = actions

  useEffect(() => {
    const menu = ref.current
    if (!menu) return
    menu.showPopover?.()
    const box = (anchor.querySelector('button[data-options]') ?? anchor).getBoundingClientRect()
    const top = Math.min(box.bottom + gap, window.innerHeight - menu.offsetHeight - gap)
    const left = Math.min(box.left, window.innerWidth - menu.offsetWidth - gap)
    menu.style.setProperty('--menu-top', `${Math.max(gap, top)}px`)
    menu.style.setProperty('--menu-left', `${Math.max(gap, left)}px`)
    menu.querySelector<HTMLElement>('button, a')?.focus()
  }, [anchor])

  const close = () => {
    ref.current?.hidePopover?.()
    onClose()
  }
  const item = (label: string, Icon: typeof Copy, run: (() => void) | undefined, danger = false) =>
    run && (
      <button
        type="button"
        className={menuItem(danger)}
        onClick={() => {
          close()
          run()
        }}
      >
        <Icon size={20} aria-hidden="true" />
        {label}
      </button>
    )
  return (
    <div
      ref={ref}
      popover="auto"
      role="group"
      aria-label={t('message_options')}
      className={styles.menu}
      onToggle={(event) => event.newState === 'closed' && onClose()}
    >
      {onReact && (
        <div className={styles.reactions} role="group" aria-label={t('react')}>
          {reactionNames.map((reaction) => {
            const isOwn = bubble.reactions.own === reaction
            return (
              <button
                key={reaction}
                type="button"
                aria-label={t(`reaction_${reaction}`)}
                aria-pressed={isOwn}
                onClick={() => {
                  close()
                  onReact(isOwn ? null : reaction)
                }}
              >
                <span aria-hidden="true">{reactionEmoji[reaction]}</span>
              </button>
            )
          })}
        </div>
      )}
      {item(t('reply'), Reply, onReply)}
      {item(t('copy'), Copy, onCopy)}
      {item(t('translate'), Languages, onTranslate)}
      {item(t('take_back'), Undo2, onTakeBack)}
      {report && (
        <Link className={menuItem()} to={report}>
          <ShieldAlert size={20} aria-hidden="true" />
          {t('report_message')}
        </Link>
      )}
      {item(t('block_named', { name }), Ban, onBlock, true)}
    </div>
  )
}
