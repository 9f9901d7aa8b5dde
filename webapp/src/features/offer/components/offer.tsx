import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { Discount, User } from '@/api/types'
import { useOffer } from '@/features/offer/api/use-offer'
import { Announcement } from './announcement'
import { OfferBanner } from './offer-banner'
import styles from './offer.module.css'

/** The time bonus of a new member: its banner, and why they have it. */
export function Offer({ user }: { user: User }) {
  const offer = useOffer(user)
  return offer && <Running {...offer} />
}

function Running({ discount, secondsLeft }: { discount: Discount; secondsLeft: number }) {
  const { t } = useTranslation('offer')
  const { pathname } = useLocation()
  const isShop = /^\/(credits|premium|pricing)(\/|$)/.test(pathname)
  return (
    <>
      <OfferBanner discount={discount} secondsLeft={secondsLeft} />
      {isShop && (
        <aside className={styles.notice} aria-label={t('special_offer')}>
          {t('why', { hours: 4 })}
        </aside>
      )}
      <Announcement secondsLeft={secondsLeft} />
    </>
  )
}
