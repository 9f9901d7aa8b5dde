import { useTranslation } from 'react-i18next'
import type { LockedPicture, Picture } from '@/api/types'
import { Dialog } from '@/ui'
import { PhotoSlides } from './photo-slides'
import styles from './photo-viewer.module.css'

interface Props {
  name: string
  photos: (Picture | LockedPicture)[]
  /** Which photo it opens at; null is closed. */
  at: number | null
  onClose: () => void
}

/** One photo at a time, large: by button, arrow key, swipe and, to leave, Esc. */
export function PhotoViewer({ name, photos, at, onClose }: Props) {
  const { t } = useTranslation('members')
  return (
    <Dialog open={at !== null} onClose={onClose} title={t('photos_of', { name })} hideTitle className={styles.viewer}>
      {at !== null && <PhotoSlides name={name} photos={photos} start={at} />}
    </Dialog>
  )
}
