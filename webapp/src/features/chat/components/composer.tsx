import { ImagePlus, Mic, SendHorizontal } from 'lucide-react'
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card, Id } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { ApiError } from '@/api/api-error'
import { IconButton } from '@/ui'
import { sendTyping } from '@/features/chat/api/send-typing'
import { lengthOf, showsCount } from '@/features/chat/model/length'
import type { Quote } from '@/features/chat/model/quote'
import styles from './composer.module.css'
import { EmojiPicker } from './emoji-picker'
import { PriceTag } from './price-tag'
import { useGrowing } from './use-growing'

const typingPause = 2_000
const oneLine = 44

interface Props {
  memberId: Id
  partner: Card
  /** Whether typing events are sent: only in a conversation that has begun. */
  canType: boolean
  text: string
  onText: (text: string) => void
  onSend: (text: string) => void
  quote: Quote
  /** Otherwise it begins a new line, and Ctrl or ⌘ with it sends. */
  enterSends: boolean
  limit: number
  /** Further things to send, before the field. */
  actions?: ReactNode
  onPhoto: () => void
  /** Records a voice message, while there are no words; absent where the browser cannot. */
  onRecord?: (() => void) | undefined
}

export function Composer({
  memberId,
  partner,
  canType,
  text,
  onText,
  onSend,
  quote,
  enterSends,
  limit,
  actions,
  onPhoto,
  onRecord,
}: Props) {
  const { t } = useTranslation('chat')
  const errorText = useErrorText()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const field = useGrowing()
  const lastTyping = useRef(0)
  const words = text.trim()
  const length = lengthOf(words)
  const isTooLong = length > limit

  const write = (next: string) => {
    onText(next)
    if (!canType || next.trim() === '' || Date.now() - lastTyping.current < typingPause) return
    lastTyping.current = Date.now()
    void sendTyping(partner.id)
  }
  const submit = () => {
    if (words !== '' && !isTooLong) onSend(words)
    field.current?.focus()
  }
  // An Enter that ends a composition chooses a word and sends nothing; Safari marks it by the code only.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return
    if (!enterSends && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    submit()
  }

  return (
    <form
      ref={form}
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={styles.actions}>
        <IconButton label={t('photo_add')} onClick={onPhoto}>
          <ImagePlus size={22} />
        </IconButton>
        {actions}
        {onRecord && words === '' && (
          <IconButton label={t('voice_record')} onClick={onRecord}>
            <Mic size={22} />
          </IconButton>
        )}
      </div>
      <div className={styles.field} data-long={text.length > oneLine || text.includes('\n') || undefined}>
        <textarea
          ref={field}
          className={styles.input}
          rows={1}
          aria-label={t('composer_label', { name: partner.name })}
          placeholder={t('placeholder')}
          aria-invalid={isTooLong || undefined}
          aria-describedby={`${id}-count`}
          enterKeyHint={enterSends ? 'send' : 'enter'}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <PriceTag id={`${id}-price`} quote={quote} isWritten={words !== ''} />
      </div>
      <EmojiPicker memberId={memberId} field={field} above={form} />
      <button
        className={styles.send}
        type="submit"
        aria-label={t('send')}
        title={t('send')}
        aria-describedby={`${id}-price`}
        aria-disabled={words === '' || isTooLong}
      >
        <SendHorizontal size={22} aria-hidden="true" />
      </button>
      <p id={`${id}-count`} className={styles.count} role={isTooLong ? 'alert' : undefined}>
        {isTooLong && (
          <strong>{errorText(new ApiError(422, { code: 'message_too_long', message: '', limit }))} </strong>
        )}
        {showsCount(length, limit) && <span>{t('count', { used: length, limit })}</span>}
      </p>
    </form>
  )
}
