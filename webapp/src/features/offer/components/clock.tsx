import { useTranslation } from 'react-i18next'
import { countdownOf } from '@/features/offer/model/countdown'
import styles from './offer.module.css'

/** Hours, minutes and seconds. Hidden from screen readers; `Announcement` speaks for it. */
export function Clock({ secondsLeft, large }: { secondsLeft: number; large?: boolean }) {
  const { t } = useTranslation('offer')
  const { hours, minutes, seconds } = countdownOf(secondsLeft)
  if (!large) {
    return (
      <span className={styles.clock} role="timer" aria-live="off" aria-label={t('time_left')}>
        {hours}:{minutes}:{seconds}
      </span>
    )
  }
  return (
    <div className={styles.large} role="timer" aria-live="off" aria-label={t('time_left')}>
      <Part value={hours} name={t('hours')} />
      <Part value={minutes} name={t('minutes')} />
      <Part value={seconds} name={t('seconds')} />
    </div>
  )
}

function Part({ value, name }: { value: string; name: string }) {
  return (
    <span>
      <b>{value}</b> {name}
    </span>
  )
}
