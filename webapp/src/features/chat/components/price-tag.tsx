import { useTranslation } from 'react-i18next'
import { classes, VisuallyHidden } from '@/ui'
import type { Quote } from '@/features/chat/model/quote'
import styles from './composer.module.css'

/** The price of this message and the balance, before sending; a price that is too high is marked once there is a message. */
export function PriceTag({ id, quote, isWritten }: { id: string; quote: Quote; isWritten: boolean }) {
  const { t } = useTranslation('chat')
  const isFree = quote.credits === 0
  return (
    <p id={id} className={classes(styles.price, isWritten && !quote.isAffordable && styles.dear)}>
      <VisuallyHidden>{t('price_label')} </VisuallyHidden>
      <strong>{isFree ? t('price_free') : t('price_credits', { count: quote.credits })}</strong>
      <span>
        {' · '}
        {t('price_left', { count: isFree ? quote.freeLeft : quote.balance })}
      </span>
    </p>
  )
}
