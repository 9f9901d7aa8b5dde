import { useTranslation } from 'react-i18next'
import type { Card, Id } from '@/api/types'
import { useGifts } from '@/features/chat/api/use-offers'
import GiftDrawing from './gift-drawing'
import { OfferSheet } from './offer-sheet'
import styles from './offer-sheet.module.css'
import { useOffering } from './use-offering'

interface Props {
  partner: Card
  memberId: Id
  onClose: () => void
  onSent: () => void
}

/** All gifts with their prices, to choose one from. */
export default function GiftSheet({ partner, memberId, onClose, onSent }: Props) {
  const { t } = useTranslation(['gifts', 'chat'])
  const { offers, error, retry } = useGifts()
  const { choice, change, of } = useOffering('gift', memberId, partner.id, onSent)
  const chosen = offers?.gifts.find(({ id }) => id === choice.id)
  return (
    <OfferSheet
      title={t('title', { name: partner.name })}
      partner={partner}
      offering={of(
        chosen?.credits ?? null,
        chosen ? { kind: 'gift', gift: chosen.id, text: choice.text.trim() } : null,
      )}
      balance={offers?.balance}
      loadError={error}
      onRetry={retry}
      onClose={onClose}
      choose={t('choose')}
      no={t('chat:not_now')}
      back="gift"
      words={chosen ? { label: t('words_label'), hint: t('words_hint'), isNeeded: false } : null}
    >
      <fieldset className={styles.gifts}>
        <legend>{t('choose')}</legend>
        {offers?.gifts.map(({ id, credits }) => (
          <label key={id} className={styles.gift}>
            <input type="radio" name="gift" value={id} checked={id === choice.id} onChange={() => change({ id })} />
            <span className={styles.drawing}>
              <GiftDrawing gift={id} />
            </span>
            <span className={styles.name}>{t(`name_${id}`)}</span>{' '}
            <span className={styles.price}>{t('chat:price_credits', { count: credits })}</span>
          </label>
        ))}
        {offers?.gifts.length === 0 && <p>{t('none')}</p>}
      </fieldset>
    </OfferSheet>
  )
}
