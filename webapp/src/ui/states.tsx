import { CloudOff, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { useErrorText } from '@/api/use-error-text'
import { Button } from './button'
import styles from './states.module.css'

interface EmptyProps {
  icon?: ReactNode
  title: ReactNode
  text?: ReactNode
  /** One good next step. */
  action?: ReactNode
}

export function EmptyState({ icon, title, text, action }: EmptyProps) {
  return (
    <div className={styles.state}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}

export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <div className={styles.state} role="alert">
      <span className={styles.icon} aria-hidden="true">
        <CloudOff size={28} />
      </span>
      <h2>{t('error_title')}</h2>
      <p>{errorText(error)}</p>
      {isApiError(error) && error.status >= 500 && error.requestId && (
        <small>{t('error_page_request', { id: error.requestId })}</small>
      )}
      {onRetry && (
        <Button kind="secondary" icon={<RotateCw size={20} aria-hidden="true" />} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}
