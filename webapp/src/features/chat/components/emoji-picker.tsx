import { Smile } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useState, type MouseEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { IconButton } from '@/ui'
import styles from './emoji-picker.module.css'
import { insertAtCaret } from './insert-at-caret'
import { usePopoverAbove } from './use-popover-above'

const load = () => import('./emoji-panel')
const EmojiPanel = lazy(load)

const hasMouse = () => window.matchMedia('(hover: hover) and (pointer: fine)').matches
const isByKeyboard = (event: MouseEvent) => event.detail === 0

interface Props {
  memberId: Id
  field: RefObject<HTMLTextAreaElement | null>
  /** The element above which the panel is placed. */
  above: RefObject<HTMLElement | null>
}

/**
 * The button and its panel, in which several can be chosen; Esc, a press outside and the button close it. With a mouse
 * one goes on writing after each; on a phone the panel comes instead of the keyboard.
 */
export function EmojiPicker({ memberId, field, above }: Props) {
  const { t } = useTranslation('chat')
  const id = useId()
  const [open, setOpen] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  const panel = usePopoverAbove<HTMLDivElement>(above, open)
  useEffect(() => {
    // By the time it is wanted there may be no network.
    load().catch(() => undefined)
  }, [])

  const press = (event: MouseEvent) => {
    setByKeyboard(isByKeyboard(event))
    if (isByKeyboard(event)) return
    if (hasMouse()) field.current?.focus()
    else field.current?.blur()
  }
  const choose = (emoji: string, event: MouseEvent) => {
    if (!field.current) return
    insertAtCaret(field.current, emoji)
    if (!isByKeyboard(event) && hasMouse()) field.current.focus()
  }
  // A press leaves the focus, and so the caret, where it is.
  const stay = (event: MouseEvent) => event.preventDefault()

  return (
    <>
      <IconButton
        label={t('emoji_open')}
        className={styles.open}
        popoverTarget={id}
        aria-expanded={open}
        onMouseDown={stay}
        onClick={press}
      >
        <Smile size={24} />
      </IconButton>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="group"
        aria-label={t('emoji_title')}
        className={styles.panel}
        onToggle={(event) => setOpen(event.newState === 'open')}
        onMouseDown={stay}
      >
        {open && (
          <Suspense>
            <EmojiPanel memberId={memberId} takesFocus={byKeyboard} onChoose={choose} />
          </Suspense>
        )}
      </div>
    </>
  )
}
