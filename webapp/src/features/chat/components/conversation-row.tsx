import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../app/paths'
import type { ChatSummary } from '../../../api/types'
import { formattingLocale } from '../../../i18n/formatting-locale'
import { Avatar, Badge, classes, IconButton, VisuallyHidden } from '../../../ui'
import { listTime } from '../model/times'
import { Nobody } from './nobody'
import { usePartnerName } from './use-partner-name'
import styles from './conversation-list.module.css'

interface Props {
  chat: ChatSummary
  isOpen: boolean
  onRemove: () => void
}

export function ConversationRow({ chat, isOpen, onRemove }: Props) {
  const { t, i18n } = useTranslation(['chat', 'common', 'gifts'])
  const name = usePartnerName()(chat)
  const { profile, num_unread_messages: unread, last_message: last } = chat
  const preview = last ? previewOf(last) : t('chat:history_limit')

  function previewOf({ kind, own, text, gift }: NonNullable<ChatSummary['last_message']>): string {
    if (gift) return t(own ? 'gifts:you_gave' : 'gifts:gave_you', { gift: t(`gifts:a_${gift}`) })
    const said = kind === 'photo' ? [t('chat:photo_word'), text].filter(Boolean).join(': ') : text
    return own ? t('chat:preview_own', { text: said }) : said
  }

  return (
    <li className={classes(styles.item, unread > 0 && styles.unread)}>
      <Link className={styles.row} to={paths.chat(chat.conversation.id)} aria-current={isOpen ? 'page' : undefined}>
        {profile ? <Avatar photo={profile.main_image} name={name} online={profile.presence === 'online'} /> : <Nobody />}
        <span className={styles.words}>
          <span className={styles.first}>
            <strong className={styles.name}>{name}</strong>
            {profile?.presence === 'online' && <VisuallyHidden>{t('common:presence_online')}</VisuallyHidden>}
            {profile?.fictional && <span className={styles.mark}>{t('common:badge_fictional')}</span>}
            {last && (
              <time className={styles.time} dateTime={last.sent_at}>
                {listTime(last.sent_at, formattingLocale(i18n.language))}
              </time>
            )}
          </span>
          <span className={styles.second}>
            <span className={styles.preview}>{preview}</span>
            <span className={styles.count}>
              <Badge count={unread} label={t('common:unread', { count: unread })} />
            </span>
          </span>
        </span>
      </Link>
      <IconButton className={styles.remove} label={t('chat:remove_named', { name })} onClick={onRemove}>
        <Trash2 size={20} />
      </IconButton>
    </li>
  )
}
