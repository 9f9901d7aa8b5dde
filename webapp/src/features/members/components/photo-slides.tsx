import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/paths'
import type { LockedPicture, Picture, ProfilePicture } from '@/api/types'
import { IconButton, LinkButton, Photo } from '@/ui'
import type { LikeablePart } from './prompt-answers'
import styles from './photo-slides.module.css'
import { useSlides } from './use-slides'

interface Props {
  name: string
  photos: (Picture | ProfilePicture | LockedPicture)[]
  start: number
  likeOf?: ((part: LikeablePart) => ReactNode) | undefined
}

export function PhotoSlides({ name, photos, start, likeOf }: Props) {
  const { t } = useTranslation(['members', 'common'])
  const total = photos.length
  const { index, track, onScroll, go } = useSlides(start, total)
  const shown = photos[index]

  return (
    <div className={styles.slides}>
      {/* What scrolls must be reachable by key. */}
      <div
        ref={track}
        className={styles.track}
        onScroll={onScroll}
        role="group"
        aria-label={t('members:photos_of', { name })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {photos.map((photo, place) => (
          <div key={photo.src} className={styles.slide} inert={place !== index}>
            <Photo
              className={styles.photo}
              photo={photo}
              name={name}
              alt={'locked' in photo ? t('common:photo_locked', { name }) : t('common:photo_of', { name })}
              sizes="(min-width: 800px) 720px, 100vw"
            />
            {'locked' in photo && (
              <div className={styles.locked}>
                <p>{t('members:photo_locked_text')}</p>
                <LinkButton to={paths.premium}>{t('common:nav_premium')}</LinkButton>
              </div>
            )}
          </div>
        ))}
      </div>
      <div className={styles.controls}>
        {total > 1 && (
          <IconButton label={t('members:photo_previous')} onClick={() => go(-1)}>
            <ChevronLeft size={26} />
          </IconButton>
        )}
        <p role="status">{t('members:photo_of_total', { number: index + 1, total })}</p>
        {shown && 'id' in shown && likeOf?.({ id: shown.id, photo: shown })}
        {total > 1 && (
          <IconButton label={t('members:photo_next')} onClick={() => go(1)}>
            <ChevronRight size={26} />
          </IconButton>
        )}
      </div>
    </div>
  )
}
