import { useTranslation } from 'react-i18next'
import { formattingLocale } from '@/i18n/formatting-locale'
import { dayName } from '@/features/chat/model/times'
import styles from './message-list.module.css'

export function DayMark({ at }: { at: string }) {
  const { i18n } = useTranslation()
  return (
    <li className={styles.day}>
      <time dateTime={at}>{dayName(at, formattingLocale(i18n.language))}</time>
    </li>
  )
}

export function UnreadMark() {
  const { t } = useTranslation('chat')
  return (
    <li className={styles.unread} data-unread>
      {t('unread_mark')}
    </li>
  )
}
