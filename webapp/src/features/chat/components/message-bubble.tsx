import { Check, CheckCheck, CircleSlash, Ellipsis, Heart, Info, ShieldAlert, Undo2 } from 'lucide-react'
import { lazy, Suspense, useContext, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { formattingLocale } from '@/i18n/formatting-locale'
import { classes, VisuallyHidden } from '@/ui'
import { isFewEmoji } from '@/features/chat/model/emoji'
import { hasOptions, isTranslatable, type Bubble } from '@/features/chat/model/entries'
import { timeOfDay } from '@/i18n/dates'
import { CallLine } from './call-line'
import { GiftMessage } from './gift-message'
import styles from './message-bubble.module.css'
import { MessageText } from './message-text'
import { OnItsWay } from './on-its-way'
import { PhotoMessage } from './photo-message'
import { PhotoPreview } from './photo-preview'
import { Quoted } from './quoted'
import { Reactions } from './reactions'
import { Unsent } from './unsent'
import { TranslatingContext } from './use-translating'
import { VoiceMessage } from './voice-message'
import { VoicePlayer } from './voice-player'
import voice from './voice.module.css'

const MessageTranslation = lazy(() => import('./message-translation'))

interface Props {
  bubble: Bubble
  /** The partner's. */
  name: string
  canEdit: boolean
  /** Whether its options are next in the tab order: one message of a chat is, arrow keys reach the others. */
  isInTabOrder: boolean
  /** Words of a search, marked. */
  words?: string | undefined
  /** The hit that is shown now. */
  isShown?: boolean
  /** Shown above words that came with a like. */
  openerQuote?: ReactNode
  onOptions: (message: HTMLElement) => void
  /** Shows the message with that id in the list. */
  onShow: (id: Id) => void
}

export function MessageBubble({
  bubble,
  name,
  canEdit,
  isInTabOrder,
  words,
  isShown,
  openerQuote,
  onOptions,
  onShow,
}: Props) {
  const { t } = useTranslation('chat')
  const { own, text, gift, hint, delivery, unsent, starts, ends, quote, retracted } = bubble
  const isTranslated = useContext(TranslatingContext) !== null && isTranslatable(bubble)
  const [language, setLanguage] = useState<string>()
  const isUndelivered = delivery === 'undelivered' || delivery === 'refunded'
  const isWaiting = unsent !== null && delivery !== 'failed'
  const preview = unsent?.kind === 'photo' ? unsent.photo : null
  const recorded = unsent?.kind === 'voice' ? unsent : null
  const isWords =
    !gift && !bubble.call && !preview && !recorded && bubble.photo === undefined && bubble.voice === undefined
  const isLarge = isWords && quote === undefined && isFewEmoji(text)
  const look = delivery === 'failed' ? styles.unsent : undefined
  const spoken = own ? t('voice_own') : t('voice_of', { name })
  const speaker = <VisuallyHidden>{own ? t('you_said') : t('they_said', { name })} </VisuallyHidden>
  const alt = text || (own ? t('photo_own') : t('photo_of', { name }))
  return (
    <li
      className={classes(styles.said, own && styles.own, starts && styles.starts, isShown && styles.shown)}
      data-message={bubble.key}
    >
      {bubble.photo !== undefined && <PhotoMessage messageId={bubble.key} photo={bubble.photo} alt={alt} own={own} />}
      {preview && (
        <div className={classes(styles.preview, isWaiting && styles.onItsWay, look)}>
          <PhotoPreview photo={preview} alt={alt} />
        </div>
      )}
      {bubble.voice !== undefined && <VoiceMessage messageId={bubble.key} voice={bubble.voice} label={spoken} />}
      {recorded && (
        <div className={classes(voice.message, isWaiting && styles.onItsWay, look)}>
          <VoicePlayer
            src={recorded.voice}
            milliseconds={recorded.milliseconds}
            peaks={recorded.peaks}
            label={spoken}
          />
        </div>
      )}
      {bubble.call && <CallLine call={bubble.call} own={own} />}
      {gift && (
        <div className={look}>
          <GiftMessage id={bubble.key} gift={gift} own={own} name={name} isUnsent={unsent !== null} />
        </div>
      )}
      {(isWords || text !== '') && (
        <div
          className={classes(
            isLarge ? styles.large : styles.bubble,
            ends && styles.ends,
            retracted && styles.retracted,
            isWords && look,
          )}
        >
          {quote !== undefined && (
            <Quoted quote={quote} name={name} onShow={quote ? () => onShow(quote.id) : undefined} />
          )}
          {bubble.isOpener && (
            <p className={styles.opener}>
              <Heart size={14} aria-hidden="true" />
              {t('opener')}
            </p>
          )}
          {bubble.isByStaff && (
            <p className={styles.opener}>
              <Info size={14} aria-hidden="true" />
              {t('staff_written')}
            </p>
          )}
          {!retracted && openerQuote}
          {retracted ? (
            <p>
              {speaker}
              {t('taken_back')}
            </p>
          ) : (
            <MessageText text={text} words={words} language={language}>
              {speaker}
            </MessageText>
          )}
          {isTranslated && (
            <Suspense>
              <MessageTranslation messageId={bubble.key} text={text} onLanguage={setLanguage} />
            </Suspense>
          )}
        </div>
      )}
      <Reactions reactions={bubble.reactions} name={name} />
      {hasOptions(bubble) && (
        <button
          type="button"
          className={styles.options}
          data-options
          tabIndex={isInTabOrder ? 0 : -1}
          aria-label={t('message_options')}
          aria-haspopup="true"
          onClick={(event) => onOptions(event.currentTarget.closest('li') ?? event.currentTarget)}
        >
          <Ellipsis size={20} aria-hidden="true" />
        </button>
      )}
      {hint && (
        <p className={styles.hint}>
          <ShieldAlert size={16} aria-hidden="true" />
          {t(`hint_${hint}`)}
        </p>
      )}
      {unsent && delivery === 'failed' && <Unsent item={unsent} blocksOthers={bubble.blocksOthers} canEdit={canEdit} />}
      {isWaiting && <OnItsWay item={unsent} isBlocked={delivery === 'blocked'} canEdit={canEdit} />}
      {!unsent && (ends || isUndelivered) && <Settled bubble={bubble} />}
    </li>
  )
}

const icons = { undelivered: CircleSlash, refunded: Undo2, sent: Check, read: CheckCheck } as const

/** When it was said and, of one's own, how far it came. */
function Settled({ bubble: { at, delivery } }: { bubble: Bubble }) {
  const { t, i18n } = useTranslation('chat')
  const state = delivery as keyof typeof icons | null
  const Icon = state && icons[state]
  return (
    <p className={styles.under}>
      <time dateTime={at}>{timeOfDay(at, formattingLocale(i18n.language))}</time>
      {Icon && (
        <>
          <span aria-hidden="true"> · </span>
          {t(`state_${state}`)}
          <Icon size={14} aria-hidden="true" />
        </>
      )}
    </p>
  )
}
