import { useContext, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/paths'
import type { Chat, Id } from '@/api/types'
import { useToast } from '@/ui'
import { useChangeQueue } from '@/features/chat/api/change-queue'
import { isTranslatable, type Bubble, type Entry } from '@/features/chat/model/entries'
import { MessageMenu, type MessageActions } from './message-menu'
import { TakeBackDialog } from './take-back-dialog'
import { useMessageGestures } from './use-message-gestures'
import { TranslatingContext } from './use-translating'

interface Given {
  chat: Chat
  entries: readonly Entry[]
  list: RefObject<HTMLElement | null>
  /** The partner's. */
  name: string
  onReply: (bubble: Bubble) => void
  onBlock: (() => void) | undefined
}

/** The options of the messages of a chat: a menu for one at a time, and the question before taking one back. */
export function useMessageOptions({ chat, entries, list, name, onReply, onBlock }: Given): {
  open: (message: HTMLElement) => void
  drawn: ReactNode
} {
  const { t } = useTranslation('chat')
  const showToast = useToast()
  const { add } = useChangeQueue()
  const translating = useContext(TranslatingContext)
  const [opened, setOpened] = useState<{ anchor: HTMLElement; at: number } | null>(null)
  const [leaving, setLeaving] = useState<Id | null>(null)
  const open = (anchor: HTMLElement) => setOpened({ anchor, at: Date.now() })

  const bubbleOf = (message: HTMLElement | undefined) =>
    entries.find((entry): entry is Bubble => entry.kind === 'bubble' && entry.key === message?.dataset.message)
  const bubble = bubbleOf(opened?.anchor)
  const canWrite = chat.partner === 'here' && chat.profile !== null

  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    showToast({ text: t('copied') })
  }
  const actionsOf = (bubble: Bubble, at: number): MessageActions => {
    const { key, own, text, retracted, retractableUntil } = bubble
    const about = chat.profile
      ? paths.complaintAbout(chat.profile.id)
      : chat.conversation && paths.complaintAboutChat(chat.conversation.id)
    const isRetractable = retractableUntil !== null && Date.parse(retractableUntil) > at
    return {
      onReact: canWrite && !retracted ? (reaction) => add({ kind: 'reaction', messageId: key, reaction }) : undefined,
      onReply: canWrite && !retracted ? () => onReply(bubble) : undefined,
      onCopy: text ? () => void copy(text).catch(() => undefined) : undefined,
      onTranslate: translating && isTranslatable(bubble) ? () => translating.ask(key) : undefined,
      onTakeBack: isRetractable ? () => setLeaving(key) : undefined,
      report: own || !about ? undefined : `${about}&message=${key}`,
      onBlock: own ? undefined : onBlock,
    }
  }
  const actionsAt = (message: HTMLElement): MessageActions => {
    const pressed = bubbleOf(message)
    return pressed ? actionsOf(pressed, Date.now()) : {}
  }
  useMessageGestures(list, {
    onOptions: open,
    onHeart: (message) => {
      const isHeart = bubbleOf(message)?.reactions.own === 'heart'
      actionsAt(message).onReact?.(isHeart ? null : 'heart')
    },
    onReply: (message) => actionsAt(message).onReply?.(),
  })
  const takeBack = () => {
    if (leaving) add({ kind: 'retraction', messageId: leaving })
    setLeaving(null)
  }
  return {
    open,
    drawn: (
      <>
        {opened && bubble && (
          <MessageMenu
            key={bubble.key}
            bubble={bubble}
            anchor={opened.anchor}
            name={name}
            onClose={() => setOpened(null)}
            {...actionsOf(bubble, opened.at)}
          />
        )}
        <TakeBackDialog open={leaving !== null} onTakeBack={takeBack} onClose={() => setLeaving(null)} />
      </>
    ),
  }
}
