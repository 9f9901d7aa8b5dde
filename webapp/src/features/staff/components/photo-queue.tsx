import { Check } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isApiError } from '@/api/api-error'
import { useErrorText } from '@/api/use-error-text'
import { paths } from '@/paths'
import { FictionalLabel } from '@/people/fictional-label'
import { Button, EmptyState, ErrorState, Loading, Notice, Skeleton, usePhotoAddress } from '@/ui'
import { rejections, type Rejection } from '@/features/staff/model/rejections'
import { usePhotoQueue } from '@/features/staff/model/use-photo-queue'
import { useHiddenPictures } from '@/features/staff/model/use-hidden-pictures'
import { PhotoCheck } from './photo-check'
import { PicturesButton } from './pictures-button'
import styles from './staff.module.css'

const loadedAhead = 4

/** One photo at a time, the next ones loaded already: A or Enter approves, 1 to 8 reject, U goes back to the last. */
export function PhotoQueue() {
  const address = usePhotoAddress()
  const { t } = useTranslation(['staff', 'photos', 'common'])
  const errorText = useErrorText()
  const [problem, setProblem] = useState('')
  const [said, setSaid] = useState('')
  const queue = usePhotoQueue((failure, { name }) => {
    if (isApiError(failure, 'already_decided')) {
      setSaid(errorText(failure))
      return 'settled'
    }
    setProblem(t('staff:not_saved', { name, why: errorText(failure) }))
    return 'again'
  })
  const { photo, last } = queue
  const pictures = useHiddenPictures(photo?.id)

  const decide = (reason: Rejection | null) => {
    if (!photo) return
    setSaid(reason ? t('staff:rejected', { name: photo.name }) : t('staff:approved', { name: photo.name }))
    queue.decide(reason)
  }
  const back = () => {
    if (!last) return
    setSaid(t('staff:taken_back', { name: last.name }))
    queue.back()
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.repeat ||
      target.closest('input, textarea, select, dialog')
    )
      return
    const isButton = target.closest('button, a') !== null
    const key = event.key.toLowerCase()
    const reason = rejections[Number(key) - 1]
    if (key === 'a' || (key === 'enter' && !isButton)) decide(null)
    else if (key === 'u') back()
    else if (reason) decide(reason)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  if (queue.error) return <ErrorState error={queue.error} onRetry={queue.retry} />
  if (queue.isLoading || (!photo && queue.waiting > 0)) {
    return (
      <Loading>
        <Skeleton height="480px" width="384px" />
      </Loading>
    )
  }
  return (
    <section className={styles.queue} aria-label={t('staff:photos')} data-pictures={pictures.hiddenAs}>
      <p className={styles.status} role="status">
        {t('staff:waiting', { waiting: queue.waiting })} {said && `· ${said}`}
      </p>
      {queue.hasFailed && (
        <Notice kind="danger" role="alert">
          {problem}
        </Notice>
      )}
      {!photo && (
        <EmptyState icon={<Check size={28} />} title={t('staff:queue_empty')} text={t('staff:queue_empty_text')} />
      )}
      <div className={styles.photo}>
        {photo && (
          <figure>
            <img
              key={photo.id}
              src={address(photo.large_src)}
              alt={t('common:photo_of', { name: photo.name })}
              width="800"
              height="1000"
            />
            <figcaption>
              <Link to={paths.staffMember(photo.member_id)}>
                {t('common:name_age', { name: photo.name, age: photo.age })}
              </Link>
              {photo.fictional && (
                <strong>
                  <FictionalLabel />
                </strong>
              )}
              <PhotoCheck check={photo.check} />
              <PicturesButton {...pictures} />
            </figcaption>
          </figure>
        )}
        <div className={photo || last ? styles.verdicts : undefined}>
          {photo && (
            <>
              <Button wide onClick={() => decide(null)} aria-keyshortcuts="A">
                <kbd>A</kbd> {t('staff:approve')}
              </Button>
              <div className={styles.reasons}>
                {rejections.map((reason, place) => (
                  <Button
                    key={reason}
                    kind="secondary"
                    wide
                    className={styles.verdict}
                    onClick={() => decide(reason)}
                    aria-keyshortcuts={String(place + 1)}
                  >
                    <kbd>{place + 1}</kbd> {t(`photos:reason_${reason}`)}
                  </Button>
                ))}
              </div>
            </>
          )}
          {last && (
            <Button kind="quiet" wide className={styles.verdict} onClick={back} aria-keyshortcuts="U">
              <kbd>U</kbd> {t('staff:take_back', { name: last.name })}
            </Button>
          )}
        </div>
      </div>
      {queue.next.slice(0, loadedAhead).map((coming) => (
        <link key={coming.id} rel="preload" as="image" href={address(coming.large_src)} />
      ))}
    </section>
  )
}
