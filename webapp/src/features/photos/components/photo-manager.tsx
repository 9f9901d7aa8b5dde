import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import type { OwnPhoto } from '@/api/types'
import { paths } from '@/paths'
import {
  Button,
  classes,
  Dialog,
  DialogActions,
  ErrorState,
  LinkButton,
  Loading,
  Notice,
  Skeleton,
  useFileDrops,
} from '@/ui'
import { useComparedPhotos, useOwnPhotos } from '@/features/photos/api/photos'
import { fitting, moved } from '@/features/photos/model/uploads'
import { AddTile } from './add-tile'
import { PhotoTile } from './photo-tile'
import styles from './photos.module.css'
import { UploadTile } from './upload-tile'
import { useUploads } from './use-uploads'

/**
 * The own photos: upload, main photo, order, deletion, and the decisions of moderation. With `isEmpty`, where none are
 * expected, the waiting room is that of the first tile.
 */
export function PhotoManager({ isEmpty = false }: { isEmpty?: boolean }) {
  const { t } = useTranslation('photos')
  const errorText = useErrorText()
  const { own, error, retry, add: addPhoto, order, remove: deletePhoto } = useOwnPhotos()
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState('')
  const [leaving, setLeaving] = useState<OwnPhoto | null>(null)
  const [busy, setBusy] = useState(false)
  const compared = useComparedPhotos()
  const [hiding, setHiding] = useState<{ from: number; to: number } | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const { uploads, add, retry: again, cancel } = useUploads(addPhoto, () => setSaid(t('added')))

  const photos = own?.photos ?? []
  const underWay = uploads.filter((upload) => upload.error === null).length
  const room = own ? own.limit - photos.length - underWay : 0

  const bring = (files: File[]) => {
    if (!own || files.length === 0) return
    const { taken, left } = fitting(files, room)
    setProblem(left > 0 ? t('too_many') : '')
    add(taken)
  }
  const { over, zone } = useFileDrops(bring)

  /** Whether the badge is shown now, and would not be with this photo as the main one. */
  const losesBadge = (photo: OwnPhoto | undefined) =>
    photos[0] !== undefined && compared.has(photos[0].id) && photo !== undefined && !compared.has(photo.id)
  const ask = (from: number, to: number) => {
    const main = to === 0 ? photos[from] : from === 0 ? photos[1] : undefined
    if (losesBadge(main)) setHiding({ from, to })
    else void move(from, to)
  }
  const move = async (from: number, to: number) => {
    setHiding(null)
    setProblem('')
    try {
      await order(moved(photos, from, to))
      setSaid(to === 0 ? t('main_changed') : t('moved', { number: to + 1 }))
    } catch (failure) {
      setProblem(errorText(failure))
      retry()
    }
  }

  const remove = async () => {
    if (!leaving || busy) return
    setBusy(true)
    try {
      await deletePhoto(leaving.id)
      setSaid(t('deleted'))
      setProblem('')
    } catch (failure) {
      setProblem(errorText(failure))
      retry()
    }
    setBusy(false)
    setLeaving(null)
    setTimeout(() => (addButton.current ?? title.current)?.focus())
  }

  return (
    <section className={styles.manager} aria-labelledby="photos-title">
      <header className={styles.header}>
        <h2 id="photos-title" ref={title} tabIndex={-1}>
          {t('title')}
        </h2>
        {own && <p className={styles.count}>{t('have_of', { have: photos.length, limit: own.limit })}</p>}
      </header>
      <p className={styles.hint}>{t('lead')}</p>
      {!own && Boolean(error) && <ErrorState error={error} onRetry={retry} />}
      {!own && !error && (
        <Loading className={styles.grid}>
          {isEmpty ? (
            <Skeleton className={styles.tile} height="180px" />
          ) : (
            [0, 1, 2].map((place) => <Skeleton key={place} className={styles.blank} />)
          )}
        </Loading>
      )}
      {problem && (
        <Notice kind="danger" role="alert">
          {problem}
        </Notice>
      )}
      {own && (
        <ul className={classes(styles.grid, over && styles.over)} {...zone}>
          {photos.map((photo, place) => (
            <PhotoTile
              key={photo.id}
              photo={photo}
              number={place + 1}
              total={photos.length}
              onMove={(to) => ask(place, to)}
              onDelete={() => setLeaving(photo)}
            />
          ))}
          {uploads.map((upload) => (
            <UploadTile key={upload.id} upload={upload} onRetry={() => again(upload)} onCancel={() => cancel(upload)} />
          ))}
          {room > 0 && <AddTile ref={addButton} onFiles={bring} />}
        </ul>
      )}
      {own && room <= 0 && own.limit < own.premium_limit && (
        <Notice
          actions={
            <LinkButton to={paths.premium} kind="secondary" small>
              {t('more_button')}
            </LinkButton>
          }
        >
          {t('more_with_premium', { count: own.premium_limit })}
        </Notice>
      )}
      {compared.size > 0 && photos[0] && !compared.has(photos[0].id) && (
        <Notice
          actions={
            <LinkButton to={paths.setting('verification')} kind="secondary" small>
              {t('badge_verify_action')}
            </LinkButton>
          }
        >
          {t('badge_hidden')}
        </Notice>
      )}
      <p role="status" className={styles.said}>
        {said}
      </p>
      <Dialog open={leaving !== null} onClose={() => setLeaving(null)} title={t('delete_title')} closable={!busy}>
        <p>{t('delete_text')}</p>
        {leaving?.id === photos[0]?.id && losesBadge(photos[1]) && <p>{t('badge_lost_text')}</p>}
        <DialogActions>
          <Button kind="danger" busy={busy} onClick={() => void remove()}>
            {t('delete')}
          </Button>
          <Button kind="secondary" onClick={() => setLeaving(null)}>
            {t('keep')}
          </Button>
        </DialogActions>
      </Dialog>
      <Dialog open={hiding !== null} onClose={() => setHiding(null)} title={t('badge_lost_title')}>
        <p>{t('badge_lost_text')}</p>
        <DialogActions>
          <Button onClick={() => hiding && void move(hiding.from, hiding.to)}>{t('badge_lost_action')}</Button>
          <Button kind="secondary" onClick={() => setHiding(null)}>
            {t('keep')}
          </Button>
        </DialogActions>
      </Dialog>
    </section>
  )
}
