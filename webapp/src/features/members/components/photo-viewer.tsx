import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LockedPicture, Picture, ProfilePicture } from '@/api/types'
import { Dialog } from '@/ui'
import { PhotoSlides } from './photo-slides'
import type { LikeablePart } from './prompt-answers'
import styles from './photo-viewer.module.css'

interface Props {
  name: string
  photos: (Picture | ProfilePicture | LockedPicture)[]
  /** Which photo it opens at; null is closed. */
  at: number | null
  onClose: () => void
  likeOf?: ((part: LikeablePart) => ReactNode) | undefined
}

/** One photo at a time, large: by button, arrow key, swipe and, to leave, Esc. */
export function PhotoViewer({ name, photos, at, onClose, likeOf }: Props) {
  const { t } = useTranslation('members')
  return (
    <Dialog open={at !== null} onClose={onClose} title={t('photos_of', { name })} hideTitle className={styles.viewer}>
      {at !== null && <PhotoSlides name={name} photos={photos} start={at} likeOf={likeOf} />}
    </Dialog>
  )
}
