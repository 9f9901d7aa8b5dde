import { EyeOff, ImageOff } from 'lucide-react'
import { useRef, useState, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import type { ChatPhoto, Id } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, Dialog, usePhotoAddress, useToast } from '@/ui'
import { openPhoto, renewPhoto } from '@/features/chat/api/see-photo'
import styles from './photo-message.module.css'

interface Props {
  messageId: Id
  photo: ChatPhoto | null
  /** The text alternative for screen readers. */
  alt: string
  own: boolean
}

/** No sooner is a picture that failed asked for again. */
const renewalInterval = 60_000

/** A photo in its bubble: blurred until its reader opens it, large at a press, and said so when it is gone. */
export function PhotoMessage({ messageId, photo: initial, alt, own }: Props) {
  const showToast = useToast()
  const { t } = useTranslation('chat')
  const errorText = useErrorText()
  const address = usePhotoAddress()
  const [fresh, setFresh] = useState<ChatPhoto | null>()
  const [isLarge, setLarge] = useState(false)
  const [busy, setBusy] = useState(false)
  const renewedAt = useRef(0)
  const isJustOpened = useRef(false)
  const photo = initial === null ? null : fresh === undefined || (fresh?.veiled && !initial.veiled) ? initial : fresh

  if (!photo) {
    return (
      <p className={styles.gone}>
        <ImageOff size={20} aria-hidden="true" />
        {t('photo_gone')}
      </p>
    )
  }
  // The link has run out, or the photo is gone.
  const renew = () => {
    if (Date.now() - renewedAt.current < renewalInterval) return
    renewedAt.current = Date.now()
    renewPhoto(messageId).then(setFresh, (error: unknown) => isApiError(error, 'not_found') && setFresh(null))
  }
  const open = async () => {
    setBusy(true)
    try {
      const opened = await openPhoto(messageId)
      isJustOpened.current = true
      setFresh(opened)
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    }
    setBusy(false)
  }
  // The pressed button is gone: move the focus to the photo.
  const takeFocus = (button: HTMLButtonElement | null) => {
    if (isJustOpened.current) button?.focus({ preventScroll: true })
    isJustOpened.current = false
  }
  const shape = { '--shape': `${photo.width} / ${photo.height}` } as CSSProperties
  if (photo.veiled) {
    return (
      <div className={styles.blurred} style={shape}>
        <img src={address(photo.src)} alt="" onError={renew} />
        <div className={styles.cover}>
          <EyeOff size={24} aria-hidden="true" />
          <p>{t(photo.doubtful ? 'photo_doubtful' : 'photo_veiled')}</p>
          <Button kind="secondary" small busy={busy} onClick={() => void open()}>
            {t('photo_open')}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <>
      <button
        ref={takeFocus}
        type="button"
        className={styles.photo}
        style={shape}
        title={t('photo_large')}
        onClick={() => setLarge(true)}
      >
        <img
          src={address(photo.src)}
          srcSet={`${address(photo.src)} 400w, ${address(photo.large_src)} 800w`}
          sizes="320px"
          alt={alt}
          onError={renew}
        />
      </button>
      {own && photo.doubtful && <p className={styles.note}>{t('photo_doubtful_own')}</p>}
      <Dialog
        open={isLarge}
        onClose={() => setLarge(false)}
        title={t('photo_word')}
        hideTitle
        className={styles.viewer}
      >
        <img className={styles.large} src={address(photo.large_src)} alt={alt} onError={renew} />
      </Dialog>
    </>
  )
}
