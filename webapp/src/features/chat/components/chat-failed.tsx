import { Ban } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '../../../api/api-error'
import { paths } from '../../../app/paths'
import { useErrorText } from '../../../api/use-error-text'
import { EmptyState, ErrorState, LinkButton, PageTitle } from '../../../ui'
import styles from './chat-view.module.css'

/** A chat that cannot be shown: for good, or this time. */
export function ChatFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['chat', 'common'])
  const errorText = useErrorText()
  const isGone = isApiError(error, 'not_found')
  if (!isGone && !isApiError(error, 'blocked')) {
    return (
      <div className={styles.failed}>
        <PageTitle title={t('common:error_title')} hidden />
        <ErrorState error={error} onRetry={onRetry} />
      </div>
    )
  }
  const reason = isGone ? t('chat:closed_not_found') : errorText(error)
  return (
    <div className={styles.failed}>
      <PageTitle title={reason} hidden />
      <EmptyState
        icon={<Ban size={28} />}
        title={reason}
        action={
          <LinkButton kind="secondary" to={paths.chats}>
            {t('chat:back_to_list')}
          </LinkButton>
        }
      />
    </div>
  )
}
