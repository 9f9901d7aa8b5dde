import { BellOff, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formattingLocale } from '@/i18n/formatting-locale'
import { Avatar, Badge, classes, IconButton, useBrowserFact, VisuallyHidden } from '@/ui'
import { listTime } from '@/features/chat/model/times'
import type { ListedChat } from '@/features/chat/model/unsent'
import { ConversationPreview } from './conversation-preview'
import { Nobody } from './nobody'
import { usePartnerName } from './use-partner-name'
import { FictionalLabel } from '@/people/fictional-label'
import styles from './conversation-list.module.css'

interface Props {
  listed: ListedChat
  /** Not sent, and not in the queue; empty for none. */
  draft?: string
  to: string
  isOpen: boolean
  /** Absent for a chat that has not begun. */
  onRemove?: () => void
}

export function ConversationRow({ listed, draft, to, isOpen, onRemove }: Props) {
  const { t } = useTranslation(['chat', 'common'])
  const { chat, unsent } = listed
  const name = usePartnerName()(chat)
  const { profile, num_unread_messages: unread, last_message: last } = chat
  const at = unsent?.at ?? last?.sent_at

  return (
    <li className={classes(styles.item, unread > 0 && styles.unread)}>
      <Link className={styles.row} to={to} aria-current={isOpen ? 'page' : undefined}>
        {profile ? <Avatar photo={profile.main_image} name={name} today={profile.presence === 'today'} /> : <Nobody />}
        <span className={styles.words}>
          <span className={styles.first}>
            <strong className={styles.name}>{name}</strong>
            {profile?.is_paused && <span className={styles.mark}>{t('common:paused')}</span>}
            {profile?.presence === 'today' && <VisuallyHidden>{t('common:presence_today')}</VisuallyHidden>}
            {profile?.fictional && (
              <span className={styles.mark}>
                <FictionalLabel />
              </span>
            )}
            {at && (
              <time className={styles.time} dateTime={at}>
                <ListTime at={at} />
              </time>
            )}
          </span>
          <span className={styles.second}>
            <ConversationPreview {...listed} draft={isOpen ? '' : (draft ?? '')} />
            <span className={styles.count}>
              {chat.muted && (
                <>
                  <BellOff size={16} aria-hidden="true" />
                  <VisuallyHidden>{t('chat:muted')}</VisuallyHidden>
                </>
              )}
              <Badge count={unread} label={t('common:unread', { count: unread })} />
            </span>
          </span>
        </span>
      </Link>
      {onRemove && (
        <IconButton className={styles.remove} label={t('chat:remove_named', { name })} onClick={onRemove}>
          <Trash2 size={20} />
        </IconButton>
      )}
    </li>
  )
}

/** In the clock and the time zone of this browser, which the server does not know. */
function ListTime({ at }: { at: string }) {
  const { i18n } = useTranslation()
  return useBrowserFact(() => listTime(at, formattingLocale(i18n.language)), '')
}
