import { Gift } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import type { Discount } from '@/api/types'
import { Clock } from './clock'
import styles from './offer.module.css'

/** One line above the screen; it leads to the packages. */
export function OfferBanner({ discount, secondsLeft }: { discount: Discount; secondsLeft: number }) {
  const { t } = useTranslation('offer')
  return (
    <aside className={styles.banner} aria-label={t('welcome_bonus')}>
      <Link to={paths.credits}>
        <Gift size={20} aria-hidden="true" />
        <span>
          <strong>{t('welcome_bonus')}</strong> {t('title', { percent: discount.value_percentage })}
        </span>
        <Clock secondsLeft={secondsLeft} />
      </Link>
    </aside>
  )
}
