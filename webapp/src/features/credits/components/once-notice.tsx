import { BadgeCheck, MessageCircle, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import { useSettings } from '@/api/use-settings'
import { formatMoney } from '@/i18n/use-money'
import { usePackages } from '@/features/credits/api/use-packages'
import styles from './once-notice.module.css'

const usualDays = 14

/** Explains all prices of the page. */
export function OnceNotice() {
  const { t, i18n } = useTranslation('credits')
  const { packages } = usePackages()
  const { settings } = useSettings()
  const costs = packages && settings?.minimum_message_costs?.[packages.country]
  const least = costs && formatMoney({ value: costs.costs, currency: costs.currency }, i18n.language)
  return (
    <ul className={styles.notice}>
      <li>
        <BadgeCheck size={22} aria-hidden="true" />
        <p>
          <strong>{t('once_title')}</strong> {t(packages && !packages.vat_percentage ? 'once_text_plain' : 'once_text')}
        </p>
      </li>
      {least && (
        <li>
          <MessageCircle size={22} aria-hidden="true" />
          <p>{t('paid_least', { price: least })}</p>
        </li>
      )}
      {/* Its place is kept until the days are known. */}
      <li className={packages ? undefined : styles.coming} inert={!packages}>
        <RotateCcw size={22} aria-hidden="true" />
        <p>
          {t('refund_text', { count: packages?.refund_days ?? usualDays })}{' '}
          <Link to={paths.page('return-policy')}>{t('refund_link')}</Link>
        </p>
      </li>
    </ul>
  )
}
