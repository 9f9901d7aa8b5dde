import { MessageCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/paths'
import type { ChatSummary, Id } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { useErrorText } from '@/api/use-error-text'
import { useUnsent } from '@/outbox/use-outbox'
import { unlisted, withUnsent } from '@/features/chat/model/unsent'
import { Button, EmptyState, ErrorState, LinkButton, Loading, Skeleton } from '@/ui'
import styles from './conversation-list.module.css'
import { ConversationRow } from './conversation-row'
import { UnlistedRow } from './unlisted-row'

interface Props {
  chats: ChatSummary[] | undefined
  more: { has: boolean; busy: boolean; error: unknown; load: () => void }
  error: unknown
  onRetry: () => void
  isOpen: (conversationId: Id, profileId: Id | undefined) => boolean
  onRemove: (chat: ChatSummary) => void
}

export function ConversationList({ chats, more, error, onRetry, isOpen, onRemove }: Props) {
  const { t } = useTranslation('chat')
  const errorText = useErrorText()
  const queue = useUnsent()
  if (!chats && error) {
    return (
      <div className={styles.none}>
        <ErrorState error={error} onRetry={onRetry} />
      </div>
    )
  }
  if (!chats) return <LoadingRows />
  const beginning = unlisted(chats, queue)
  if (chats.length + beginning.length === 0) return <NoConversations />
  return (
    <>
      <ul className={styles.list} aria-label={t('list_label')}>
        {beginning.map((profileId) => (
          <UnlistedRow key={profileId} profileId={profileId} isOpen={isOpen('', profileId)} />
        ))}
        {withUnsent(chats, queue).map((listed) => (
          <ConversationRow
            key={listed.chat.conversation.id}
            listed={listed}
            to={paths.chat(listed.chat.conversation.id)}
            isOpen={isOpen(listed.chat.conversation.id, listed.chat.profile?.id)}
            onRemove={() => onRemove(listed.chat)}
          />
        ))}
      </ul>
      {more.has && (
        <div className={styles.more}>
          {more.error ? <p role="alert">{errorText(more.error)}</p> : null}
          <Button kind="quiet" small busy={more.busy} onClick={more.load}>
            {t('list_more')}
          </Button>
        </div>
      )}
    </>
  )
}

function NoConversations() {
  const { t } = useTranslation('chat')
  const { settings } = useSettings()
  return (
    <div className={styles.none}>
      <EmptyState
        icon={<MessageCircle size={28} />}
        title={t('list_empty_title')}
        text={t('list_empty_text', { count: settings?.free_messages ?? 3 })}
        action={<LinkButton to={paths.members}>{t('list_empty_action')}</LinkButton>}
      />
    </div>
  )
}

function LoadingRows() {
  return (
    <Loading className={styles.list}>
      {[70, 45, 60, 52, 66].map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton className={styles.shape} width="52px" height="52px" />
          <div className={styles.words}>
            <Skeleton width="40%" />
            <Skeleton width={`${width}%`} />
          </div>
        </div>
      ))}
    </Loading>
  )
}
