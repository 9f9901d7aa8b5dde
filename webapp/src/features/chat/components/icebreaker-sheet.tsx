import { useTranslation } from 'react-i18next'
import type { Card, Id } from '@/api/types'
import { useIcebreakers } from '@/features/chat/api/use-offers'
import { OfferSheet } from './offer-sheet'
import styles from './offer-sheet.module.css'
import { useOffering } from './use-offering'

interface Props {
  partner: Card
  memberId: Id
  onClose: () => void
  onSent: () => void
}

/** Opening lines with their prices; the chosen one can be changed before it is sent. */
export default function IcebreakerSheet({ partner, memberId, onClose, onSent }: Props) {
  const { t } = useTranslation(['gifts', 'chat'])
  const { offers, error, retry } = useIcebreakers()
  const { choice, change, of } = useOffering('icebreaker', memberId, partner.id, onSent)
  const chosen = offers?.icebreakers.find(({ id }) => id === choice.id)
  return (
    <OfferSheet
      title={t('lines_title')}
      partner={partner}
      offering={of(
        chosen?.credits ?? null,
        chosen ? { kind: 'text', icebreaker: chosen.id, text: choice.text.trim() } : null,
      )}
      balance={offers?.balance}
      loadError={error}
      onRetry={retry}
      onClose={onClose}
      choose={t('lines_choose')}
      no={t('lines_no')}
      back="lines"
      words={chosen ? { label: t('lines_label', { name: partner.name }), isNeeded: true } : null}
    >
      <fieldset className={styles.lines}>
        <legend>{t('lines_text')}</legend>
        {offers?.icebreakers.map(({ id, text, credits }) => (
          <label key={id} className={styles.line}>
            <input
              type="radio"
              name="icebreaker"
              value={id}
              checked={id === choice.id}
              onChange={() => change({ id, text })}
            />
            <span>{text}</span> <span className={styles.price}>{t('chat:price_credits', { count: credits })}</span>
          </label>
        ))}
        {offers?.icebreakers.length === 0 && <p>{t('none')}</p>}
      </fieldset>
    </OfferSheet>
  )
}
