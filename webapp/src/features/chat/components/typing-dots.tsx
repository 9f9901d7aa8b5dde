import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '@/ui'
import styles from './message-list.module.css'

export function TypingDots({ name }: { name: string }) {
  const { t } = useTranslation('chat')
  return (
    <li className={styles.typing}>
      <VisuallyHidden>{t('typing', { name })}</VisuallyHidden>
      <span aria-hidden="true" />
      <span aria-hidden="true" />
      <span aria-hidden="true" />
    </li>
  )
}
