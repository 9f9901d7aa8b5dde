import { BadgeCheck, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import { usePackages } from '@/features/credits/api/use-packages'
import styles from './once-notice.module.css'

/** Explains all prices of the page. */
export function OnceNotice() {
  const { t } = useTranslation('credits')
  const { packages } = usePackages()
  return (
    <ul className={styles.notice}>
      <li>
        <BadgeCheck size={22} aria-hidden="true" />
        <p>
          <strong>{t('once_title')}</strong> {t(packages && !packages.vat_percentage ? 'once_text_plain' : 'once_text')}
        </p>
      </li>
      {packages && (
        <li>
          <RotateCcw size={22} aria-hidden="true" />
          <p>
            {t('refund_text', { count: packages.refund_days })}{' '}
            <Link to={paths.page('return-policy')}>{t('refund_link')}</Link>
          </p>
        </li>
      )}
    </ul>
  )
}
