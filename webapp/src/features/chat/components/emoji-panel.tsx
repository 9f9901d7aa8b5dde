import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { keep, kept } from '@/api/device/member-storage'
import type { Id } from '@/api/types'
import { emojiGroups, withRecent, type EmojiGroup } from '@/features/chat/model/emoji'
import { spotAfter } from '@/features/chat/model/grid'
import styles from './emoji-picker.module.css'

interface Props {
  memberId: Id
  /** It was opened with the keyboard, which goes on in here. */
  takesFocus: boolean
  onChoose: (emoji: string, event: MouseEvent) => void
}

const entryName = 'emoji'
const recentOf = (memberId: Id) => kept<string[]>(memberId, entryName) ?? []

/** Recent emojis come first, in their order when the panel opened: nothing moves under the finger. */
export default function EmojiPanel({ memberId, takesFocus, onChoose }: Props) {
  const { t } = useTranslation('chat')
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const [recent] = useState(() => recentOf(memberId))
  const [reachable, setReachable] = useState(0)
  const groups = Object.entries({ ...(recent.length > 0 && { recent }), ...emojiGroups }) as [
    'recent' | EmojiGroup,
    string[],
  ][]
  const buttons = () => [...(grid.current?.querySelectorAll<HTMLElement>('button') ?? [])]

  useEffect(() => {
    if (takesFocus) grid.current?.querySelector('button')?.focus()
  }, [takesFocus])

  const choose = (emoji: string, event: MouseEvent) => {
    keep(memberId, entryName, withRecent(recentOf(memberId), emoji))
    onChoose(emoji, event)
  }
  const move = (event: KeyboardEvent) => {
    const all = buttons()
    const spots = all.map(({ offsetLeft, offsetTop }) => ({ x: offsetLeft, y: offsetTop }))
    const next = spotAfter(spots, all.indexOf(event.target as HTMLElement), event.key)
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }

  let count = 0
  return (
    // The keys only bubble through here from the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={grid} onKeyDown={move} onFocus={(event) => setReachable(buttons().indexOf(event.target))}>
      {groups.map(([name, emoji]) => (
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <p id={`${id}-${name}`} className={styles.name}>
            {t(`emoji_${name}`)}
          </p>
          <div className={styles.grid}>
            {emoji.map((each) => (
              <button
                key={each}
                type="button"
                className={styles.emoji}
                tabIndex={count++ === reachable ? 0 : -1}
                onClick={(event) => choose(each, event)}
              >
                {each}
              </button>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
