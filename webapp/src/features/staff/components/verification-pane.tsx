import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeskVerification, Picture } from '@/api/types'
import { PoseDrawing } from '@/people/pose-drawing'
import { Checkbox, Photo } from '@/ui'
import { livePicture } from '@/features/staff/api/desk'
import { isTypedInto } from '@/features/staff/model/keys'
import type { ShowPhotos } from './case-person'
import styles from './queue.module.css'
import staffStyles from './staff.module.css'

interface Props {
  verification: DeskVerification
  name: string
  /** The photos that show the person, by the person who decides: none is ticked before. */
  samePerson: ReadonlySet<string>
  /** Without it the photos are only shown, as in an appeal. */
  onSamePerson: ((photoIds: ReadonlySet<string>) => void) | undefined
  showPhotos: ShowPhotos
}

/** Live pictures with their poses, next to the photos of the profile to compare them with (large by L). */
export function VerificationPane({ verification, name, samePerson, onSamePerson, showPhotos }: Props) {
  const { t } = useTranslation(['staff', 'verification', 'common'])
  const { id, poses, photos, pictures } = verification
  const [at, setAt] = useState<number | null>(null)
  const live = poses.slice(0, pictures).map((_, number): Picture => {
    const src = livePicture(id, number)
    return { thumb_src: src, src, large_src: src, thumbhash: '' }
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (event.key.toLowerCase() !== 'l' || isTypedInto(event.target as Element) || !live.length) return
    event.preventDefault()
    setAt(0)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const tick = (photoId: string, shows: boolean) => {
    const same = new Set(samePerson)
    if (shows) same.add(photoId)
    else same.delete(photoId)
    onSamePerson?.(same)
  }
  return (
    <section className={styles.verification} aria-label={t('staff:verification_live')}>
      <h3>{t('staff:verification_live')}</h3>
      {verification.asked && <p className={staffStyles.urgent}>{t('staff:verification_asked')}</p>}
      {verification.by_model && <p className={staffStyles.quiet}>{t('staff:verification_by_model')}</p>}
      <FaceScores check={verification.check} />
      {pictures === 0 && <p className={staffStyles.quiet}>{t('staff:verification_gone')}</p>}
      <ul className={styles.compared}>
        {poses.map((pose, number) => (
          <li key={pose}>
            {live[number] && (
              <button type="button" aria-keyshortcuts={number === 0 ? 'L' : undefined} onClick={() => setAt(number)}>
                <img
                  src={live[number].src}
                  alt={t('verification:pose_of', { number: number + 1, total: poses.length })}
                />
              </button>
            )}
            <span className={styles.pose}>
              <PoseDrawing pose={pose} />
              {t(`verification:pose_${pose}`)}
            </span>
          </li>
        ))}
        {photos.map((photo, place) => (
          <li key={photo.id}>
            <button type="button" onClick={() => setAt(live.length + place)}>
              <Photo photo={photo} name={name} alt={t('common:photo_of', { name })} sizes="300px" />
            </button>
            {onSamePerson && (
              <Checkbox
                label={t('staff:verification_shows', { number: place + 1 })}
                checked={samePerson.has(photo.id)}
                onChange={(event) => tick(photo.id, event.target.checked)}
              />
            )}
          </li>
        ))}
      </ul>
      {onSamePerson && <p className={staffStyles.quiet}>{t('staff:verification_hint')}</p>}
      {showPhotos(name, [...live, ...photos], at, () => setAt(null))}
    </section>
  )
}

/** What the model says, which decided nothing: the person does. */
function FaceScores({ check }: { check: DeskVerification['check'] }) {
  const { t, i18n } = useTranslation('staff')
  if (!check) return null
  const percent = (score: number | null) =>
    score === null ? '–' : score.toLocaleString(i18n.language, { style: 'percent', maximumFractionDigits: 0 })
  const scores = { same: percent(check.same), pose: percent(check.pose), live: percent(check.live) }
  return (
    <p className={staffStyles.quiet}>
      {check.failure === 'copy_of_photo' && `${t('verification_copy')} `}
      {check.pose === null ? t('verification_silent') : t('verification_scores', scores)} <small>{check.model}</small>
    </p>
  )
}
