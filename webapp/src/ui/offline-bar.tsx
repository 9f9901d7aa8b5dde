import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formattingLocale } from '@/i18n/formatting-locale'
import styles from './offline-bar.module.css'
import { useOnline } from './use-online'

interface Props {
  /** What is shown was kept on this device since then. */
  keptAt?: string | undefined
}

export function OfflineBar({ keptAt }: Props) {
  const { t, i18n } = useTranslation()
  const { online, since } = useOnline()
  if (online && !keptAt) return null
  const locale = formattingLocale(i18n.language)
  const time = since?.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })
  const when = keptAt && new Date(keptAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const text = when ? t('offline_kept', { when }) : time ? t('offline_text', { time }) : t('offline_text_unknown')
  return (
    <div className={styles.bar} role="status">
      <WifiOff size={20} aria-hidden="true" />
      <p>
        <strong>{t('offline_title')}.</strong> {text}
      </p>
    </div>
  )
}
