import { useTranslation } from 'react-i18next'
import type { LockedPicture, Picture } from '@/api/types'
import { Photo } from '@/ui'
import styles from './gallery.module.css'

interface Props {
  name: string
  photos: (Picture | LockedPicture)[]
  onOpen: (index: number) => void
}

/** All photos but the first, which stands above; each opens where it is. */
export function Gallery({ name, photos, onOpen }: Props) {
  const { t } = useTranslation('members')
  return (
    <ul className={styles.gallery} aria-label={t('photos_of', { name })}>
      {photos.slice(1).map((photo, index) => (
        <li key={photo.src}>
          <button
            type="button"
            aria-label={t('locked' in photo ? 'photo_open_locked' : 'photo_open', {
              number: index + 2,
              total: photos.length,
            })}
            onClick={() => onOpen(index + 1)}
          >
            <Photo photo={photo} name={name} alt="" sizes="140px" />
          </button>
        </li>
      ))}
    </ul>
  )
}
