import { Images } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Card } from '@/api/types'
import { classes, Photo, useCarriedPhoto } from '@/ui'
import styles from './profile-photo.module.css'

interface Props {
  card: Card
  count: number
  onOpen: (() => void) | undefined
}

/** The large photo; it opens the gallery when there is something to open. */
export function ProfilePhoto({ card, count, onOpen }: Props) {
  const { t } = useTranslation(['members', 'common'])
  useCarriedPhoto()
  const photo = (
    <Photo
      className={classes(styles.photo, 'carried-photo')}
      photo={card.main_image}
      name={card.name}
      alt={onOpen ? '' : t('common:photo_of', { name: card.name })}
      sizes="(min-width: 1080px) 430px, (min-width: 768px) 40vw, 100vw"
      first
    />
  )
  return (
    <div className={styles.frame}>
      {onOpen ? (
        <button
          type="button"
          className={styles.open}
          onClick={onOpen}
          aria-label={t('members:photo_open', { number: 1, total: count })}
        >
          {photo}
        </button>
      ) : (
        photo
      )}
      {count > 1 && (
        <p className={styles.count} aria-hidden="true">
          <Images size={18} />
          {t('members:photos', { count })}
        </p>
      )}
    </div>
  )
}
