import { useTranslation } from 'react-i18next'
import { useSettings } from '@/api/use-settings'
import { useSiteName } from '@/api/use-site-name'
import styles from './footer.module.css'

export function Disclaimer() {
  const { t } = useTranslation()
  const { settings } = useSettings()
  const siteName = useSiteName()
  return (
    <p className={styles.disclaimer}>
      {t('disclaimer', { name: siteName, min_age: settings?.min_age ?? 18 })}
      {settings?.fictional_warning && ` ${t('disclaimer_fictional')}`}
    </p>
  )
}
