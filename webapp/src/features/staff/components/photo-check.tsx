import { useTranslation } from 'react-i18next'
import type { WaitingPhoto } from '@/api/types'
import styles from './staff.module.css'

/** The image classifier's answer about a photo: label and score, or that there is none. */
export function PhotoCheck({ check }: { check: WaitingPhoto['check'] }) {
  const { t, i18n } = useTranslation('staff')
  if (!check) return null
  const percent = (check.score ?? 0).toLocaleString(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  return (
    <p className={styles.quiet}>
      {check.label === null ? t('classifier_silent') : t('classifier_score', { label: check.label, percent })}
    </p>
  )
}
