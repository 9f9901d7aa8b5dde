import { Gift } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import type { User } from '@/api/types'
import { SlimNotice } from '@/ui/notices/slim-notice'
import { useOffer } from '@/features/offer/api/use-offer'
import { Announcement } from './announcement'
import { Clock } from './clock'
import styles from './offer.module.css'

/** The welcome discount of a new member in one line; it leads to the packages. */
export function OfferBanner({ user }: { user: User }) {
  const { t } = useTranslation('offer')
  const offer = useOffer(user)
  if (!offer) return null
  return (
    <>
      <Link className={styles.banner} to={paths.credits}>
        <SlimNotice kind="evening" icon={<Gift size={20} />} action={<Clock secondsLeft={offer.secondsLeft} />}>
          <span className={styles.kind}>{t('welcome_bonus')}: </span>
          {t('title', { percent: offer.discount.value_percentage })}
        </SlimNotice>
      </Link>
      <Announcement secondsLeft={offer.secondsLeft} />
    </>
  )
}
