import { Check, CheckCheck, CircleSlash, Clock, ShieldAlert, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formattingLocale } from '../../../i18n/formatting-locale'
import { classes, VisuallyHidden } from '../../../ui'
import type { Bubble, Delivery } from '../model/entries'
import { clockTime } from '../model/times'
import { GiftMessage } from './gift-message'
import styles from './message-bubble.module.css'
import { PhotoMessage } from './photo-message'
import { Unsent } from './unsent'

interface Props {
  bubble: Bubble
  /** The partner's. */
  name: string
}

export function MessageBubble({ bubble, name }: Props) {
  const { t, i18n } = useTranslation('chat')
  const { own, text, gift, at, hint, delivery, starts, ends } = bubble
  const isUndelivered = delivery === 'undelivered' || delivery === 'refunded'
  const isOnItsWay = delivery === 'sending' || delivery === 'waiting'
  return (
    <li className={classes(styles.said, own && styles.own, starts && styles.starts)}>
      {bubble.photo !== undefined && <PhotoMessage messageId={bubble.key} photo={bubble.photo} alt={text || (own ? t('photo_own') : t('photo_of', { name }))} />}
      {gift && <GiftMessage id={bubble.key} gift={gift} own={own} name={name} />}
      {((!gift && bubble.photo === undefined) || text !== '') && (
        <p className={classes(styles.bubble, ends && styles.ends, isOnItsWay && styles.onItsWay, delivery === 'failed' && styles.unsent)}>
          <VisuallyHidden>{own ? t('you_said') : t('they_said', { name })} </VisuallyHidden>
          {text}
        </p>
      )}
      {hint && (
        <p className={styles.hint}>
          <ShieldAlert size={16} aria-hidden="true" />
          {t(`hint_${hint}`)}
        </p>
      )}
      {delivery === 'failed' ? (
        <Unsent id={bubble.key} reason={bubble.reason} />
      ) : (
        (ends || isOnItsWay || isUndelivered) && (
          <p className={styles.under}>
            <time dateTime={at}>{clockTime(at, formattingLocale(i18n.language))}</time>
            {delivery && <State delivery={delivery} />}
          </p>
        )
      )}
    </li>
  )
}

const icons = { waiting: Clock, undelivered: CircleSlash, refunded: Undo2, sending: Clock, sent: Check, read: CheckCheck } as const

function State({ delivery }: { delivery: Exclude<Delivery, 'failed'> }) {
  const { t } = useTranslation('chat')
  const Icon = icons[delivery]
  return (
    <>
      <span aria-hidden="true"> · </span>
      {t(`state_${delivery}`)}
      <Icon size={14} aria-hidden="true" />
    </>
  )
}
