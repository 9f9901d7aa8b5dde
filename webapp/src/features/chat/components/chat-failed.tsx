import { Ban, WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { paths } from '@/paths'
import type { Id } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { EmptyState, ErrorState, LinkButton, PageTitle, useOnline } from '@/ui'
import type { ChatOf } from '@/features/chat/api/fetch-chat'
import type { ChatSlots } from './chat-slots'
import styles from './chat-view.module.css'

interface Props {
  of: ChatOf
  error: unknown
  onRetry: () => void
  unblock: ChatSlots['unblock']
}

/** A chat that cannot be shown: for good, or this time. */
export function ChatFailed({ of, error, onRetry, unblock }: Props) {
  const { t } = useTranslation(['chat', 'common'])
  const errorText = useErrorText()
  const { online } = useOnline()
  // An address that names nobody at all is refused as it is written.
  const isGone = isApiError(error, 'not_found') || isApiError(error, 'validation_failed')
  const blockedByYou = isApiError(error, 'blocked_by_you') ? (error.body as { name?: string; profile_id?: Id }) : null
  if (!online && isApiError(error, 'offline')) {
    return (
      <div className={styles.failed}>
        <PageTitle title={t('chat:not_here_title')} hidden />
        <EmptyState
          icon={<WifiOff size={28} />}
          title={t('chat:not_here_title')}
          text={t('chat:not_here_text')}
          action={
            <LinkButton kind="secondary" to={paths.chats}>
              {t('chat:back_to_list')}
            </LinkButton>
          }
        />
      </div>
    )
  }
  if (!isGone && !blockedByYou && !isApiError(error, 'blocked')) {
    return (
      <div className={styles.failed}>
        <PageTitle title={t('common:error_title')} hidden />
        <ErrorState error={error} onRetry={onRetry} />
      </div>
    )
  }
  const reason = isGone ? t('profile' in of ? 'chat:closed_not_found' : 'chat:no_such_chat') : errorText(error)
  return (
    <div className={styles.failed}>
      <PageTitle title={reason} hidden />
      <EmptyState
        icon={<Ban size={28} />}
        title={reason}
        action={
          <div className={styles.ways}>
            {(blockedByYou?.profile_id &&
              unblock?.({ id: blockedByYou.profile_id, name: blockedByYou.name ?? '' }, onRetry)) || (
              <LinkButton kind="secondary" to={paths.chats}>
                {t('chat:back_to_list')}
              </LinkButton>
            )}
            {!isGone && (
              <LinkButton
                kind="quiet"
                to={'conversation' in of ? paths.complaintAboutChat(of.conversation) : paths.complaintAbout(of.profile)}
              >
                {t('chat:report_partner')}
              </LinkButton>
            )}
          </div>
        }
      />
    </div>
  )
}
