import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formattingLocale } from '@/i18n/formatting-locale'
import type { QueuedMessage } from '@/outbox/message'
import { useOutbox } from '@/outbox/use-outbox'
import { timeOfDay } from '@/i18n/dates'
import styles from './message-bubble.module.css'

interface Props {
  item: QueuedMessage
  /** A failed message before it keeps it from being sent. */
  isBlocked: boolean
  canEdit: boolean
}

/** Under a message that the server does not have yet: how far it is, and the way to change one's mind. */
export function OnItsWay({ item, isBlocked, canEdit }: Props) {
  const { t, i18n } = useTranslation(['chat', 'common'])
  const outbox = useOutbox()
  const locale = formattingLocale(i18n.language)
  const { id, kind, at, state, progress = 0, notBefore } = item
  const percent = Math.round(progress * 100)
  const isSending = state === 'sending' && !isBlocked
  const isUploading = isSending && (kind === 'photo' || kind === 'voice')

  function words() {
    if (isBlocked) return t('chat:state_held')
    if (isUploading && progress > 0)
      return progress < 1
        ? t('chat:photo_sending', { percent })
        : t(kind === 'voice' ? 'chat:voice_preparing' : 'chat:photo_preparing')
    if (isSending) return t('chat:state_sending')
    return notBefore
      ? t('chat:state_until', { time: timeOfDay(new Date(notBefore).toISOString(), locale) })
      : t('chat:state_waiting')
  }

  return (
    <>
      {isUploading && (
        <progress
          className={styles.progress}
          max={100}
          value={progress < 1 ? percent : undefined}
          aria-label={t('chat:state_sending')}
        />
      )}
      <p className={styles.under}>
        <time dateTime={at}>{timeOfDay(at, locale)}</time>
        <span aria-hidden="true"> · </span>
        {words()}
        <Clock size={14} aria-hidden="true" />
        {isUploading && progress < 1 && (
          <button type="button" className={styles.way} onClick={() => outbox.discard(id)}>
            {t('common:cancel')}
          </button>
        )}
        {!isSending && (
          <button
            type="button"
            className={styles.way}
            onClick={() => (canEdit ? outbox.takeBack(id) : outbox.discard(id))}
          >
            {canEdit ? t('chat:edit_unsent') : t('chat:delete_unsent')}
          </button>
        )}
      </p>
    </>
  )
}
