import { Check } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isApiError } from '../../../api/api-error'
import { useErrorText } from '../../../api/use-error-text'
import type { WaitingPhoto } from '../../../api/types'
import { paths } from '../../../app/paths'
import { Button, EmptyState, ErrorState, Loading, Notice, Skeleton } from '../../../ui'
import { inspect, useWaitingPhotos } from '../api/desk'
import styles from './staff.module.css'

export const rejections = ['nudity', 'not_a_person', 'someone_else', 'minor', 'contact_details', 'advertising', 'violence', 'unclear'] as const
type Rejection = (typeof rejections)[number]

/** One photo at a time, the next one loaded already: A or Enter approves, 1 to 8 reject with their reason. */
export function PhotoQueue() {
  const { t } = useTranslation(['staff', 'photos', 'common'])
  const errorText = useErrorText()
  const { data, error, mutate } = useWaitingPhotos()
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [problem, setProblem] = useState('')
  const [said, setSaid] = useState('')
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])

  const photos = (data?.photos ?? []).filter((photo) => !done.has(photo.id))
  const [photo, ...next] = photos
  const waiting = Math.max(0, (data?.waiting ?? 0) - done.size)

  const decide = (chosen: WaitingPhoto | undefined, reason: Rejection | null) => {
    if (!chosen) return
    // The next photo is there at once; what the server says comes meanwhile.
    setDone((before) => new Set(before).add(chosen.id))
    setProblem('')
    setSaid(reason ? t('staff:rejected', { name: chosen.name }) : t('staff:approved', { name: chosen.name }))
    inspect(chosen.id, 'pending', reason).then(
      () => isShown.current && next.length <= 5 && void mutate(),
      (failure: unknown) => {
        if (isApiError(failure, 'already_decided')) return setSaid(errorText(failure))
        setProblem(t('staff:not_saved', { name: chosen.name, why: errorText(failure) }))
        setDone((before) => new Set([...before].filter((id) => id !== chosen.id)))
      },
    )
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.closest('input, textarea, select, dialog')) return
    const isButton = target.closest('button, a') !== null
    const key = event.key.toLowerCase()
    const reason = rejections[Number(key) - 1]
    if (key === 'a' || (key === 'enter' && !isButton)) decide(photo, null)
    else if (reason) decide(photo, reason)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data) {
    return (
      <Loading>
        <Skeleton height="480px" width="384px" />
      </Loading>
    )
  }
  return (
    <section className={styles.queue} aria-label={t('staff:photos')}>
      <p className={styles.status} role="status">
        {t('staff:waiting', { waiting })} {said && `· ${said}`}
      </p>
      {problem && (
        <Notice kind="danger" role="alert">
          {problem}
        </Notice>
      )}
      {!photo && <EmptyState icon={<Check size={28} />} title={t('staff:queue_empty')} text={t('staff:queue_empty_text')} />}
      {photo && (
        <div className={styles.photo}>
          <figure>
            <img key={photo.id} src={photo.large_src} alt={t('common:photo_of', { name: photo.name })} width="800" height="1000" />
            <figcaption>
              <Link to={paths.staffMember(photo.member_id)}>{t('common:name_age', { name: photo.name, age: photo.age })}</Link>
            </figcaption>
          </figure>
          <div className={styles.verdicts}>
            <Button wide onClick={() => decide(photo, null)} aria-keyshortcuts="A">
              <kbd>A</kbd> {t('staff:approve')}
            </Button>
            {rejections.map((reason, place) => (
              <Button key={reason} kind="secondary" wide className={styles.verdict} onClick={() => decide(photo, reason)} aria-keyshortcuts={String(place + 1)}>
                <kbd>{place + 1}</kbd> {t(`photos:reason_${reason}`)}
              </Button>
            ))}
          </div>
        </div>
      )}
      {next.slice(0, 3).map((coming) => (
        <link key={coming.id} rel="preload" as="image" href={coming.large_src} />
      ))}
    </section>
  )
}
