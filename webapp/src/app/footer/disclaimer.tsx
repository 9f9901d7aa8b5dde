import { useTranslation } from 'react-i18next'
import { useSettings } from '@/api/use-settings'
import styles from './footer.module.css'

export function Disclaimer() {
  const { t } = useTranslation()
  const { settings } = useSettings()
  return (
    <p className={styles.disclaimer}>
      {t('disclaimer', { name: settings?.name ?? 'Pairwise', min_age: settings?.min_age ?? 18 })}
    </p>
  )
}
