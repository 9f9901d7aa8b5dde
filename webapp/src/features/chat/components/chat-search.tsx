import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chat, Id } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { IconButton, useOnline } from '@/ui'
import { useFoundMessages, type Hit } from '@/features/chat/api/use-found-messages'
import styles from './chat-search.module.css'

const longest = 60

export interface Search {
  words: string
  /** The message to show. */
  id: Id | null
}

interface Props {
  chat: Chat & { conversation: { id: Id } }
  /** Loads the messages back to that one. */
  onReach: (seq: number) => Promise<void>
  onSearch: (search: Search) => void
  onClose: () => void
}

/** Searches one conversation: the newest hit is shown first, arrows lead to the others. */
export default function ChatSearch({ chat, onReach, onSearch, onClose }: Props) {
  const { t } = useTranslation('chat')
  const errorText = useErrorText()
  const { online } = useOnline()
  const field = useRef<HTMLInputElement>(null)
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState<Id | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  // The way to a far hit takes a while. New words, another hit or the end of the search overtake it: its answer is dropped,
  // because it would mark old words, or open a search that was closed.
  const turns = useRef({ latest: 0 })
  useEffect(() => {
    const { current } = turns
    field.current?.focus()
    return () => void (current.latest += 1)
  }, [])
  const show = async (hit: Hit | undefined) => {
    const turn = (turns.current.latest += 1)
    const isLatest = () => turns.current.latest === turn
    setFailure(null)
    setChosen(hit?.id ?? null)
    try {
      if (hit) await onReach(hit.seq)
      if (isLatest()) onSearch({ words, id: hit?.id ?? null })
    } catch (error) {
      if (isLatest()) setFailure(error)
    }
  }
  const { hits, before, error, busy, more } = useFoundMessages({
    conversation: chat.conversation.id,
    words,
    loaded: chat.messages,
    online,
    onFirst: (hit) => void show(hit),
  })
  const at = Math.max(
    0,
    hits.findIndex(({ id }) => id === chosen),
  )

  const step = async (by: 1 | -1) => {
    const next = hits[at + by]
    // Fetch the next page of hits before the last one is reached.
    if (by === 1 && at + 2 >= hits.length && before !== null) await more().catch(setFailure)
    if (next) await show(next)
  }
  const problem = failure ?? error
  const total = before === null ? `${hits.length}` : `${hits.length}+`
  return (
    <div role="search" className={styles.search}>
      <input
        ref={field}
        className={styles.field}
        type="search"
        aria-label={t('search_label')}
        placeholder={t('search_label')}
        value={words}
        maxLength={longest}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => {
          turns.current.latest += 1
          setWords(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) void step(event.shiftKey ? -1 : 1)
        }}
      />
      <p className={styles.place} role="status">
        {problem
          ? errorText(problem)
          : hits.length > 0
            ? t('search_place', { at: at + 1, total })
            : words.trim() !== '' && !busy && t('search_none')}
      </p>
      <IconButton label={t('search_older')} disabled={at + 1 >= hits.length} onClick={() => void step(1)}>
        <ArrowUp size={20} />
      </IconButton>
      <IconButton label={t('search_newer')} disabled={at === 0} onClick={() => void step(-1)}>
        <ArrowDown size={20} />
      </IconButton>
      <IconButton label={t('search_close')} onClick={onClose}>
        <X size={20} />
      </IconButton>
    </div>
  )
}
