import { Ban, Coffee, Gift, MessageCircleQuestion, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { chatPreferences } from '@/api/chat-preferences'
import { remedyOf } from '@/api/refusals'
import type { Card, Chat, Id } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useSettings } from '@/api/use-settings'
import { useSingleton } from '@/singletons'
import { Button, classes, IconButton, Notice, useToast, useFileDrops, useOnline } from '@/ui'
import { useOutbox, useReturned } from '@/outbox/use-outbox'
import { canRecord } from '@/features/chat/api/record-voice'
import { createStarted } from '@/features/chat/api/start-conversation'
import { useGifts, useIcebreakers } from '@/features/chat/api/use-offers'
import type { Quoted, QueuedMessage } from '@/outbox/message'
import { quoteOf } from '@/features/chat/model/quote'
import { Composer } from './composer'
import styles from './composer.module.css'
import { NeedsDialog, type Need } from './needs-dialog'
import { PhotoBar } from './photo-bar'
import { PhotoSheet } from './photo-sheet'
import { ReplyBar } from './reply-bar'
import { SharingHint } from './sharing-hint'
import { useDraft } from './use-draft'
import { useGiftSheet, useIcebreakerSheet } from './use-offer-sheet'
import { keepChoice } from './use-offering'
import { usePhotoDraft, type PhotoDraft } from './use-photo-draft'
import { useVoice } from './use-voice'

interface Props {
  chat: Chat
  profile: Card
  memberId: Id
  /** Unsent messages of the member, to all recipients. */
  unsent: readonly QueuedMessage[]
  /** The message that the next text answers. */
  answered: Quoted | null
  onAnswered: (message: Quoted | null) => void
  /** Called when the price or the state of the partner was out of date. */
  onRefused: () => void
}

/** Under the messages: the composer, or why nothing can be written here. */
export function ChatFoot({ chat, profile, memberId, unsent, answered, onAnswered, onRefused }: Props) {
  const showToast = useToast()
  const { t } = useTranslation(['chat', 'gifts'])
  const errorText = useErrorText()
  const { settings } = useSettings()
  const { online } = useOnline()
  const { price } = chat
  const outbox = useOutbox()
  const [text, setText] = useDraft(memberId, profile.id)
  const [need, setNeed] = useState<Need | null>(null)
  const [photo, setPhoto] = usePhotoDraft(memberId, profile.id)
  const [isPhotoOpen, setPhotoOpen] = useState(false)
  const [closed, setClosed] = useState<unknown>(null)
  const foot = useRef<HTMLDivElement>(null)
  const [giftSheet, showGifts] = useGiftSheet({ partner: profile, memberId })
  const [linesSheet, showLines] = useIcebreakerSheet({
    partner: profile,
    memberId,
    goOnAt: () => foot.current?.querySelector('textarea'),
  })
  const messageCredits = settings?.message_credits ?? price.credits
  const quote = quoteOf(price, unsent, messageCredits)

  const photoCredits = settings?.photo_credits ?? 0
  const voice = useVoice({ memberId, profileId: profile.id, credits: photoCredits, quote, onNeed: setNeed })

  const isUntouched = chat.last_seq === 0 && !unsent.some(({ profileId }) => profileId === profile.id)
  const { take } = useSingleton(createStarted)
  useEffect(() => {
    if (take(profile.id)) foot.current?.querySelector('textarea')?.focus()
  }, [take, profile.id])
  useGifts()
  useIcebreakers(isUntouched)

  const showPhoto = (draft: PhotoDraft) => {
    setPhoto(draft)
    setPhotoOpen(true)
  }
  const endPhoto = () => {
    setPhoto(null)
    setPhotoOpen(false)
    // The bar that had the focus is gone. A button opens no keyboard on a phone.
    foot.current?.querySelector<HTMLElement>('form button')?.focus()
  }
  const putBack = (item: QueuedMessage) => {
    if (item.kind === 'photo') showPhoto({ photo: item.photo, text: item.text })
    else if (item.kind === 'voice') voice.putBack(item)
    else if (item.kind === 'gift') {
      keepChoice('gift', memberId, profile.id, { id: item.gift, text: item.text })
      showGifts()
    } else if (item.icebreaker && chat.last_seq === 0) {
      keepChoice('icebreaker', memberId, profile.id, { id: item.icebreaker, text: item.text })
      showLines()
    } else {
      setText([item.text, text].filter(Boolean).join('\n'))
      onAnswered(item.replyTo ?? answered)
    }
  }
  useReturned(profile.id, (item, error, isBack) => {
    if (isBack) putBack(item)
    if (error === null) return
    onRefused()
    const code = isApiError(error) ? error.code : undefined
    const remedy = remedyOf(code)
    if (code === 'credits_owed') setNeed('debt')
    else if (remedy === 'buy')
      setNeed(
        item.kind === 'photo'
          ? { photo: item.credits }
          : item.kind === 'voice'
            ? { voice: item.credits }
            : item.credits || messageCredits,
      )
    else if (remedy === 'premium') setNeed('premium')
    else if (remedy === 'closed' || remedy === 'closed_for_now') setClosed(error)
    else if (isBack) showToast({ text: errorText(error), kind: 'danger' })
  })

  const { over, zone } = useFileDrops(([file]) => file && showPhoto({ photo: file, text: photo?.text ?? '' }))

  if (closed) {
    const reason = isApiError(closed, 'not_found') ? t('closed_not_found') : errorText(closed)
    return (
      <div className={styles.foot}>
        <Notice kind="warning" role="alert" icon={<Ban size={22} aria-hidden="true" />} title={reason}>
          {t('closed_text')}
        </Notice>
      </div>
    )
  }

  const submit = (words: string) => {
    if (!quote.isAffordable) return setNeed(quote.credits)
    const refusal = outbox.send(
      profile.id,
      { kind: 'text', text: words, ...(answered && { replyTo: answered }) },
      quote.credits,
    )
    if (refusal) return showToast({ text: errorText(refusal), kind: 'danger' })
    setText('')
    onAnswered(null)
  }
  return (
    <div ref={foot} className={classes(styles.foot, over && styles.over)} {...zone}>
      {!online && (
        <p className={styles.offline}>
          <WifiOff size={16} aria-hidden="true" />
          {t('offline_hint')}
        </p>
      )}
      {profile.is_paused && (
        <p className={styles.offline}>
          <Coffee size={16} aria-hidden="true" />
          {t('paused_hint', { name: profile.name })}
        </p>
      )}
      {isUntouched && (
        <div className={styles.begin}>
          <Button
            kind="secondary"
            small
            icon={<MessageCircleQuestion size={20} aria-hidden="true" />}
            onClick={showLines}
          >
            {t('gifts:lines_open')}
          </Button>
        </div>
      )}
      <SharingHint chat={chat} text={text} />
      {answered && <ReplyBar quote={answered} name={profile.name} onCancel={() => onAnswered(null)} />}
      {photo && <PhotoBar draft={photo} onOpen={() => setPhotoOpen(true)} onRemove={endPhoto} />}
      {voice.bar}
      {voice.recorder ?? (
        <Composer
          actions={
            <IconButton label={t('gifts:title', { name: profile.name })} onClick={showGifts}>
              <Gift size={24} aria-hidden="true" />
            </IconButton>
          }
          memberId={memberId}
          partner={profile}
          canType={chat.conversation !== null}
          text={text}
          onText={setText}
          onSend={submit}
          quote={quote}
          enterSends={chatPreferences(memberId).enterSends}
          limit={settings?.message_length ?? 1000}
          onPhoto={() => setPhotoOpen(true)}
          onRecord={canRecord() ? voice.record : undefined}
        />
      )}
      {giftSheet}
      {linesSheet}
      {isPhotoOpen && (
        <PhotoSheet
          partner={profile}
          draft={photo}
          onDraft={setPhoto}
          onEnd={endPhoto}
          onClose={() => setPhotoOpen(false)}
          credits={photoCredits}
          quote={quote}
          onNeed={() => setNeed({ photo: photoCredits })}
          longest={settings?.message_length ?? 1000}
        />
      )}
      <NeedsDialog need={need} quote={quote} onClose={() => setNeed(null)} />
    </div>
  )
}
