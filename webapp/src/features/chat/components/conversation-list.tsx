import { Archive, ChevronLeft, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/paths'
import type { ChatSummary, Id } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { useErrorText } from '@/api/use-error-text'
import { useDrafts } from '@/features/chat/api/drafts'
import { useFoundChats } from '@/features/chat/api/use-found-chats'
import { useUnsent } from '@/outbox/use-outbox'
import { unlisted, withUnsent } from '@/features/chat/model/unsent'
import { Button, EmptyState, ErrorState, LinkButton, Loading, Skeleton } from '@/ui'
import styles from './conversation-list.module.css'
import { ConversationRow } from './conversation-row'
import { UnlistedRow } from './unlisted-row'
import { useSlidingRows } from './use-sliding-rows'

interface Props {
  chats: ChatSummary[] | undefined
  more: { has: boolean; busy: boolean; error: unknown; load: () => void }
  error: unknown
  onRetry: () => void
  memberId: Id
  isOpen: (conversationId: Id, profileId: Id | undefined) => boolean
  onRemove: (chat: ChatSummary) => void
}

/** The conversations, those that are archived behind a button, and a search by name. */
export function ConversationList({ chats, more, error, onRetry, memberId, isOpen, onRemove }: Props) {
  const { t } = useTranslation('chat')
  const errorText = useErrorText()
  const queue = useUnsent()
  const draftTo = useDrafts(memberId)
  const [words, setWords] = useState('')
  const [showsArchived, setShowsArchived] = useState(false)
  const found = useFoundChats(words, chats ?? [])
  const list = useSlidingRows<HTMLUListElement>()
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
  const archived = chats.filter((chat) => chat.archived)
  // Without one left, the list is that of the others again.
  const isArchive = showsArchived && archived.length > 0
  const shown = found ?? (isArchive ? archived : chats.filter((chat) => !chat.archived))
  const FoldIcon = isArchive ? ChevronLeft : Archive
  return (
    <>
      <div className={styles.search}>
        <input
          className={styles.searchField}
          type="search"
          aria-label={t('list_search')}
          placeholder={t('list_search')}
          value={words}
          maxLength={40}
          autoComplete="off"
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      {archived.length > 0 && !found && (
        <button type="button" className={styles.fold} onClick={() => setShowsArchived(!isArchive)}>
          <FoldIcon size={20} aria-hidden="true" />
          {isArchive ? t('list_back') : t('list_archived', { count: archived.length })}
        </button>
      )}
      <div role="status">{found?.length === 0 && <p className={styles.nobody}>{t('list_nobody')}</p>}</div>
      <ul
        ref={list}
        className={styles.list}
        aria-label={t('list_label')}
        data-drafts-of={memberId}
        data-label={`${t('list_draft')} `}
      >
        {(found || isArchive ? [] : beginning).map((profileId) => (
          <UnlistedRow key={profileId} profileId={profileId} isOpen={isOpen('', profileId)} />
        ))}
        {withUnsent(shown, queue).map((listed) => (
          <ConversationRow
            key={listed.chat.conversation.id}
            listed={listed}
            draft={listed.chat.profile ? draftTo(listed.chat.profile.id) : ''}
            to={paths.chat(listed.chat.conversation.id)}
            isOpen={isOpen(listed.chat.conversation.id, listed.chat.profile?.id)}
            onRemove={() => onRemove(listed.chat)}
          />
        ))}
      </ul>
      {more.has && !found && (
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
    <div className={styles.none} data-no-conversations>
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
