import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formattingLocale } from '../i18n/formatting-locale'
import styles from './offline-bar.module.css'
import { useOnline } from './use-online'

export function OfflineBar() {
  const { t, i18n } = useTranslation()
  const { online, since } = useOnline()
  if (online) return null
  const time = since?.toLocaleTimeString(formattingLocale(i18n.language), { hour: '2-digit', minute: '2-digit' })
  return (
    <div className={styles.bar} role="status">
      <WifiOff size={20} aria-hidden="true" />
      <p>
        <strong>{t('offline_title')}.</strong> {time ? t('offline_text', { time }) : t('offline_text_unknown')}
      </p>
    </div>
  )
}
