import { useTranslation } from 'react-i18next'
import type { User } from '@/api/types'
import { useOffer } from '@/features/offer/api/use-offer'
import { offerLasts } from '@/features/offer/model/offer-lasts'
import styles from './offer.module.css'

/** Beside prices: why this member has a discount. */
export function OfferReason({ user }: { user: User }) {
  const { t } = useTranslation('offer')
  const offer = useOffer(user)
  return offer && <p className={styles.reason}>{t('why', { count: offerLasts / 3600 })}</p>
}
