import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formattingLocale } from '../../../i18n/formatting-locale'
import { discard, takeBack } from '../api/outbox'
import type { Outgoing } from '../model/outgoing'
import { clockTime } from '../model/times'
import styles from './message-bubble.module.css'

interface Props {
  item: Outgoing
  /** It waits for one before it that cannot go. */
  isHeld: boolean
  canEdit: boolean
}

/** Under a message that the server does not have yet: how far it is, and the way to change one's mind. */
export function OnItsWay({ item, isHeld, canEdit }: Props) {
  const { t, i18n } = useTranslation(['chat', 'common'])
  const locale = formattingLocale(i18n.language)
  const { id, kind, at, state, part = 0, notBefore } = item
  const percent = Math.round(part * 100)
  const isSending = state === 'sending' && !isHeld
  const isUploading = isSending && kind === 'photo'

  function words() {
    if (isHeld) return t('chat:state_held')
    if (isUploading && part > 0) return part < 1 ? t('chat:photo_sending', { percent }) : t('chat:photo_preparing')
    if (isSending) return t('chat:state_sending')
    return notBefore ? t('chat:state_until', { time: clockTime(new Date(notBefore).toISOString(), locale) }) : t('chat:state_waiting')
  }

  return (
    <>
      {isUploading && <progress className={styles.progress} max={100} value={part < 1 ? percent : undefined} aria-label={t('chat:state_sending')} />}
      <p className={styles.under}>
        <time dateTime={at}>{clockTime(at, locale)}</time>
        <span aria-hidden="true"> · </span>
        {words()}
        <Clock size={14} aria-hidden="true" />
        {isUploading && part < 1 && (
          <button type="button" className={styles.way} onClick={() => discard(id)}>
            {t('common:cancel')}
          </button>
        )}
        {!isSending && (
          <button type="button" className={styles.way} onClick={() => (canEdit ? takeBack(id) : discard(id))}>
            {canEdit ? t('chat:edit_unsent') : t('chat:delete_unsent')}
          </button>
        )}
      </p>
    </>
  )
}
