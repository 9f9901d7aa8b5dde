import { useTranslation } from 'react-i18next'
import type { Quoted as QuotedMessage } from '@/outbox/message'
import styles from './quoted.module.css'

interface Props {
  /** Null for a message that is no longer shown. */
  quote: QuotedMessage | null
  /** The partner's. */
  name: string
  onShow?: (() => void) | undefined
}

/** The beginning of the message that another one answers. */
export function Quoted({ quote, name, onShow }: Props) {
  const { t } = useTranslation(['chat', 'gifts'])
  if (!quote) return <span className={styles.gone}>{t('chat:quote_gone')}</span>
  const words = quote.gift
    ? t(`gifts:name_${quote.gift}`)
    : quote.text || t(quote.kind === 'voice' ? 'chat:voice_word' : 'chat:photo_word')
  const inside = (
    <>
      <strong>{quote.own ? t('chat:quote_you') : name}</strong>
      <span className={styles.words}>{words}</span>
    </>
  )
  if (!onShow) return <span className={styles.quote}>{inside}</span>
  return (
    <button type="button" className={styles.quote} onClick={onShow}>
      {inside}
    </button>
  )
}
