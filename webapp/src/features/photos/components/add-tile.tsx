import { Camera, ImagePlus } from 'lucide-react'
import { useRef, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui'
import styles from './photos.module.css'

const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,.heic,.heif'

interface Props {
  onFiles: (files: File[]) => void
  ref?: Ref<HTMLButtonElement>
}

/** The ways a photo comes in: from the device, from the camera; dropping and pasting are named here. */
export function AddTile({ onFiles, ref }: Props) {
  const { t } = useTranslation('photos')
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const take = (input: HTMLInputElement) => {
    onFiles([...(input.files ?? [])])
    input.value = '' // the same file may be chosen again
  }
  return (
    <li className={styles.tile}>
      <div className={styles.add}>
        <Button
          ref={ref ?? null}
          kind="secondary"
          small
          icon={<ImagePlus size={20} aria-hidden="true" />}
          onClick={() => picker.current?.click()}
        >
          {t('add')}
        </Button>
        <Button
          className={styles.camera}
          kind="quiet"
          small
          icon={<Camera size={20} aria-hidden="true" />}
          onClick={() => camera.current?.click()}
        >
          {t('camera')}
        </Button>
        <p className={styles.hint}>{t('drop_or_paste')}</p>
        <input
          ref={picker}
          type="file"
          accept={accepted}
          multiple
          hidden
          aria-label={t('add')}
          onChange={(event) => take(event.currentTarget)}
        />
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="user"
          hidden
          aria-label={t('camera')}
          onChange={(event) => take(event.currentTarget)}
        />
      </div>
    </li>
  )
}
