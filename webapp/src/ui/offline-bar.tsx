import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDates } from '@/i18n/use-dates'
import styles from './offline-bar.module.css'
import { useOnline } from './use-online'

interface Props {
  /** When the shown data was stored on this device. */
  keptAt?: string | undefined
}

export function OfflineBar({ keptAt }: Props) {
  const { online, since } = useOnline()
  return online && !keptAt ? null : <Offline keptAt={keptAt} since={since} />
}

function Offline({ keptAt, since }: Props & { since: Date | null }) {
  const { t } = useTranslation()
  const { moment, timeOfDay } = useDates()
  const time = since && timeOfDay(since)
  const when = keptAt && moment(keptAt)
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
