import { SendHorizontal, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '@/ui'
import type { Quote } from '@/features/chat/model/quote'
import type { VoiceDraft } from './use-voice-draft'
import styles from './voice.module.css'
import { VoicePlayer } from './voice-player'

interface Props {
  draft: VoiceDraft
  credits: number
  quote: Quote
  /** Recorded just now: the button that sends gets the focus. */
  isNew: boolean
  onSend: () => void
  onRemove: () => void
}

/** Above the composer: the voice message that was recorded and not sent, with its price. */
export function VoiceBar({ draft, credits, quote, isNew, onSend, onRemove }: Props) {
  const { t } = useTranslation('chat')
  const { wav, milliseconds, peaks } = draft
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) bar.current?.querySelector<HTMLElement>('[data-send] button')?.focus()
  }, [isNew])
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label={t('voice_unsent')}>
      <div className={styles.row}>
        {wav && <VoicePlayer src={wav} milliseconds={milliseconds} peaks={peaks} label={t('voice_own')} />}
        <IconButton label={t('voice_remove')} onClick={onRemove}>
          <Trash2 size={20} />
        </IconButton>
      </div>
      <div className={styles.hints}>
        <p>
          {t('voice_price', {
            price: t('price_credits', { count: credits }),
            left: t('price_left', { count: quote.balance }),
          })}
        </p>
        {quote.freeLeft > 0 && <p>{t('free_not_voice')}</p>}
      </div>
      <div data-send>
        <Button small disabled={!wav} icon={<SendHorizontal size={18} aria-hidden="true" />} onClick={onSend}>
          {t('voice_send')}
        </Button>
      </div>
    </div>
  )
}
