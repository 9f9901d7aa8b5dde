import { CircleAlert, RotateCw, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, IconButton } from '@/ui'
import type { Upload } from '@/features/photos/model/uploads'
import styles from './photos.module.css'

interface Props {
  upload: Upload
  onRetry: () => void
  onCancel: () => void
}

/** A file on its way: how far it is, or why it did not work. */
export function UploadTile({ upload, onRetry, onCancel }: Props) {
  const { t } = useTranslation('photos')
  const errorText = useErrorText()
  const percent = Math.round(upload.part * 100)
  if (upload.error !== null) {
    return (
      <li className={styles.tile} data-state="failed">
        <div className={styles.failed} role="alert">
          <CircleAlert size={24} aria-hidden="true" />
          <p>{errorText(upload.error)}</p>
          <Button kind="quiet" small icon={<RotateCw size={18} aria-hidden="true" />} onClick={onRetry}>
            {t('try_again')}
          </Button>
          <IconButton className={styles.cancel} label={t('remove')} onClick={onCancel}>
            <X size={20} />
          </IconButton>
        </div>
      </li>
    )
  }
  return (
    <li className={styles.tile}>
      <div className={styles.frame}>
        {/* A browser that cannot show the file, such as HEIC, leaves the calm ground behind it. */}
        <img
          className={styles.preview}
          src={upload.preview}
          alt=""
          onError={(event) => (event.currentTarget.hidden = true)}
        />
        <div className={styles.cover}>
          <p>{upload.part < 1 ? t('uploading', { percent }) : t('preparing')}</p>
          <progress max={100} value={upload.part < 1 ? percent : undefined} aria-label={t('uploading', { percent })} />
        </div>
        <IconButton className={styles.corner} label={t('cancel_upload')} onClick={onCancel}>
          <X size={20} />
        </IconButton>
      </div>
    </li>
  )
}
