import { Camera, ImagePlus, WifiOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, classes, DialogActions, Notice, Sheet, TextArea, useOnline } from '@/ui'
import { useOutbox } from '@/outbox/use-outbox'
import type { Quote } from '@/features/chat/model/quote'
import { PhotoPreview } from './photo-preview'
import styles from './photo-sheet.module.css'
import type { PhotoDraft } from './use-photo-draft'

const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,.heic,.heif'

interface Props {
  partner: Card
  /** Null until a photo is chosen, dropped or pasted. */
  draft: PhotoDraft | null
  onDraft: (draft: PhotoDraft) => void
  /** The photo was sent or removed. */
  onEnd: () => void
  /** The photo stays above the composer. */
  onClose: () => void
  credits: number
  quote: Quote
  /** The balance is lower than the price of the photo that was to be sent. */
  onNeed: () => void
  longest: number
}

/** Chooses a photo, takes its description, and sends it at its price. */
export function PhotoSheet({ partner, draft, onDraft, onEnd, onClose, credits, quote, onNeed, longest }: Props) {
  const { t } = useTranslation(['chat', 'common'])
  const errorText = useErrorText()
  const outbox = useOutbox()
  const { online } = useOnline()
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<unknown>(null)
  const { photo = null, text = '' } = draft ?? {}

  const submit = () => {
    if (!photo) return
    if (quote.balance < credits) return onNeed()
    const refusal = outbox.send(partner.id, { kind: 'photo', photo, text: text.trim() }, credits)
    if (refusal) setError(refusal)
    else onEnd()
  }
  const take = (input: HTMLInputElement) => {
    const [chosen] = input.files ?? []
    setError(null)
    if (chosen) onDraft({ photo: chosen, text })
    input.value = '' // the same file may be chosen again
  }
  return (
    <Sheet open onClose={onClose} title={t('chat:photo_title', { name: partner.name })}>
      <div className={styles.sheet}>
        {!online && <Notice icon={<WifiOff size={22} aria-hidden="true" />}>{t('chat:offline_hint')}</Notice>}
        {photo && <PhotoPreview photo={photo} className={styles.preview} />}
        <div className={styles.ways}>
          <Button
            kind="secondary"
            small
            icon={<ImagePlus size={20} aria-hidden="true" />}
            onClick={() => picker.current?.click()}
          >
            {t('chat:photo_choose')}
          </Button>
          <Button
            kind="quiet"
            small
            icon={<Camera size={20} aria-hidden="true" />}
            onClick={() => camera.current?.click()}
          >
            {t('chat:photo_camera')}
          </Button>
        </div>
        <input
          ref={picker}
          type="file"
          accept={accepted}
          hidden
          aria-label={t('chat:photo_choose')}
          onChange={(event) => take(event.currentTarget)}
        />
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          hidden
          aria-label={t('chat:photo_camera')}
          onChange={(event) => take(event.currentTarget)}
        />
        {!photo && <p className={classes(styles.hint, styles.drop)}>{t('chat:photo_drop')}</p>}
        {error !== null && (
          <Notice kind="danger" role="alert">
            {errorText(error)}
          </Notice>
        )}
        {photo && (
          <TextArea
            label={t('chat:photo_description')}
            hint={t('chat:photo_description_hint')}
            rows={2}
            maxLength={longest}
            value={text}
            onChange={(event) => onDraft({ photo, text: event.target.value })}
          />
        )}
        <div className={styles.hint}>
          <p>
            {t('chat:photo_price', {
              price: t('chat:price_credits', { count: credits }),
              left: t('chat:price_left', { count: quote.balance }),
            })}
          </p>
          {quote.freeLeft > 0 && <p>{t('chat:free_not_photos')}</p>}
        </div>
      </div>
      <DialogActions>
        {photo && <Button onClick={submit}>{t('chat:photo_send')}</Button>}
        <Button kind="secondary" onClick={photo ? onEnd : onClose}>
          {photo ? t('chat:photo_remove') : t('common:cancel')}
        </Button>
      </DialogActions>
    </Sheet>
  )
}
