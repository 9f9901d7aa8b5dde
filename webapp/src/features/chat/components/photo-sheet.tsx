import { Camera, ImagePlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '../../../api/new-id'
import type { Card } from '../../../api/types'
import { useErrorText } from '../../../api/use-error-text'
import { Button, DialogActions, Notice, Sheet, TextArea } from '../../../ui'
import { sendPhoto } from '../api/send-photo'
import styles from './photo-sheet.module.css'

const accepted = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif'

interface Props {
  partner: Card
  /** Chosen, dropped or pasted; null while none is. */
  file: File | null
  onFile: (file: File) => void
  onClose: () => void
  credits: number
  balance: number
  longest: number
  /** What ends more than this try. True when it is dealt with elsewhere. */
  onRefused: (error: unknown) => boolean
}

/** Choosing a photo, saying what it shows, and sending it at its price. */
export function PhotoSheet({ partner, file, onFile, onClose, credits, balance, longest, onRefused }: Props) {
  const { t } = useTranslation(['chat', 'common'])
  const errorText = useErrorText()
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const cancel = useRef<AbortController>(null)
  const [of, setOf] = useState({ file, id: newId(), preview: file && URL.createObjectURL(file) })
  const [text, setText] = useState('')
  const [part, setPart] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)

  // Another file is another message.
  if (of.file !== file) {
    setOf({ file, id: newId(), preview: file && URL.createObjectURL(file) })
    setError(null)
  }
  useEffect(() => () => (of.preview ? URL.revokeObjectURL(of.preview) : undefined), [of.preview])
  useEffect(() => () => cancel.current?.abort(), [])

  const send = async () => {
    if (!file || part !== null) return
    cancel.current = new AbortController()
    const { signal } = cancel.current
    setError(null)
    setPart(0)
    try {
      await sendPhoto({ id: of.id, profileId: partner.id, file, text: text.trim() }, setPart, signal)
      onClose()
    } catch (failure) {
      if (signal.aborted) return
      if (onRefused(failure)) onClose()
      else setError(failure)
    }
    setPart(null)
  }
  const stop = () => {
    cancel.current?.abort()
    onClose()
  }
  const take = (input: HTMLInputElement) => {
    const [chosen] = input.files ?? []
    if (chosen) onFile(chosen)
    input.value = '' // the same file may be chosen again
  }
  const percent = Math.round((part ?? 0) * 100)
  return (
    <Sheet open onClose={stop} title={t('chat:photo_title', { name: partner.name })}>
      <div className={styles.sheet}>
        {of.preview && (
          // A browser that cannot show the file, such as HEIC, leaves the calm ground behind it.
          <img className={styles.preview} src={of.preview} alt="" onError={(event) => (event.currentTarget.hidden = true)} />
        )}
        {part === null && (
          <div className={styles.ways}>
            <Button kind="secondary" small icon={<ImagePlus size={20} aria-hidden="true" />} onClick={() => picker.current?.click()}>
              {t('chat:photo_choose')}
            </Button>
            <Button kind="quiet" small icon={<Camera size={20} aria-hidden="true" />} onClick={() => camera.current?.click()}>
              {t('chat:photo_camera')}
            </Button>
          </div>
        )}
        <input ref={picker} type="file" accept={accepted} hidden aria-label={t('chat:photo_choose')} onChange={(event) => take(event.currentTarget)} />
        <input ref={camera} type="file" accept="image/*" capture="environment" hidden aria-label={t('chat:photo_camera')} onChange={(event) => take(event.currentTarget)} />
        {!file && <p className={styles.hint}>{t('chat:photo_drop')}</p>}
        {error !== null && (
          <Notice kind="danger" role="alert">
            {errorText(error)}
          </Notice>
        )}
        {file && (
          <TextArea label={t('chat:photo_description')} hint={t('chat:photo_description_hint')} rows={2} maxLength={longest} value={text} disabled={part !== null} onChange={(event) => setText(event.target.value)} />
        )}
        {part !== null && (
          <p className={styles.progress} role="status">
            {part < 1 ? t('chat:photo_sending', { percent }) : t('chat:photo_preparing')}
            <progress max={100} value={part < 1 ? percent : undefined} aria-label={t('chat:photo_preparing')} />
          </p>
        )}
        <p className={styles.hint}>{t('chat:photo_price', { price: t('chat:price_credits', { count: credits }), left: t('chat:price_left', { count: balance }) })}</p>
      </div>
      <DialogActions>
        {file && (
          <Button busy={part !== null} onClick={() => void send()}>
            {error === null ? t('chat:photo_send') : t('chat:photo_again')}
          </Button>
        )}
        <Button kind="secondary" onClick={stop}>
          {t('common:cancel')}
        </Button>
      </DialogActions>
    </Sheet>
  )
}
