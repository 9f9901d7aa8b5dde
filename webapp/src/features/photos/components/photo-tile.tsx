import { ArrowLeft, ArrowRight, Clock, Ellipsis, Star, Trash2, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OwnPhoto } from '@/api/types'
import { classes, IconButton, Menu, menuItem, Photo } from '@/ui'
import styles from './photos.module.css'

interface Props {
  photo: OwnPhoto
  number: number
  total: number
  onMove: (to: number) => void
  onDelete: () => void
}

/** One of the own photos with its state and actions. */
export function PhotoTile({ photo, number, total, onMove, onDelete }: Props) {
  const { t } = useTranslation('photos')
  const place = number - 1
  return (
    <li className={styles.tile}>
      <div className={styles.frame}>
        <Photo
          className={classes(styles.picture, photo.status !== 'active' && styles.blurred)}
          photo={photo}
          name={String(number)}
          alt={t('photo_number', { number, total })}
          sizes="220px"
          eager
        />
        {photo.status === 'pending' && (
          <p className={styles.state}>
            <Clock size={22} aria-hidden="true" />
            {t('being_checked')}
          </p>
        )}
        {photo.status === 'rejected' && (
          <p className={styles.state} data-rejected>
            <TriangleAlert size={22} aria-hidden="true" />
            <strong>{t('rejected')}</strong>
            {photo.reason && t(`reason_${photo.reason}`)}
          </p>
        )}
        {place === 0 && photo.status === 'active' && (
          <p className={styles.main}>
            <Star size={14} aria-hidden="true" />
            {t('main_photo')}
          </p>
        )}
        <Menu
          label={t('actions_for', { number })}
          trigger={(props) => (
            <IconButton {...props} className={styles.corner} label={t('actions_for', { number })}>
              <Ellipsis size={22} />
            </IconButton>
          )}
        >
          {place > 0 && photo.status !== 'rejected' && (
            <button type="button" className={menuItem()} onClick={() => onMove(0)}>
              <Star size={20} aria-hidden="true" />
              {t('make_main')}
            </button>
          )}
          {place > 0 && (
            <button type="button" className={menuItem()} onClick={() => onMove(place - 1)}>
              <ArrowLeft size={20} aria-hidden="true" />
              {t('move_earlier')}
            </button>
          )}
          {number < total && (
            <button type="button" className={menuItem()} onClick={() => onMove(place + 1)}>
              <ArrowRight size={20} aria-hidden="true" />
              {t('move_later')}
            </button>
          )}
          <button type="button" className={menuItem(true)} onClick={onDelete}>
            <Trash2 size={20} aria-hidden="true" />
            {t('delete')}
          </button>
        </Menu>
      </div>
    </li>
  )
}
