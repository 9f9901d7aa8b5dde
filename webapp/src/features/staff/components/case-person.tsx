import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { CasePerson, Picture } from '@/api/types'
import { useDates } from '@/i18n/use-dates'
import { paths } from '@/paths'
import { Photo } from '@/ui'
import { useKeys } from '@/features/staff/model/keys'
import { kindKey } from '@/features/staff/model/kinds'
import { DecisionLog } from './decision-log'
import { MemberState } from './member-state'
import styles from './queue.module.css'
import staffStyles from './staff.module.css'

/** Shows one of the photos large; null closes it. The app has the viewer of the profiles. */
export type ShowPhotos = (name: string, photos: readonly Picture[], at: number | null, onClose: () => void) => ReactNode

interface Props {
  person: CasePerson
  caseId: string
  showPhotos: ShowPhotos
}

/** The person that a case is about: photos (large by P), profile, earlier decisions and other complaints. */
export function CasePersonPane({ person, caseId, showPhotos }: Props) {
  const { t } = useTranslation(['staff', 'complaints', 'common'])
  const { moment } = useDates()
  const [at, setAt] = useState<number | null>(null)
  useKeys((key) => {
    if (key !== 'p' || !person.photos.length) return false
    setAt(0)
    return true
  })

  // Rules approve each photo: that would hide what persons decided.
  const decisions = person.decisions.filter((one) => !(one.automated && one.measure === 'approve_photo'))
  const open = person.others.filter(({ outcome }) => !outcome)
  return (
    <section className={styles.person} aria-label={t('staff:person')}>
      <h3>
        <Link to={paths.staffMember(person.id, caseId)} target="_blank">
          {t('common:name_age', { name: person.name, age: person.age })}
        </Link>
      </h3>
      <MemberState member={person}>{t(person.gender === 'male' ? 'common:male' : 'common:female')}</MemberState>
      {person.photos.length > 0 && (
        <ul className={styles.personPhotos}>
          {person.photos.map((photo, place) => (
            <li key={photo.id}>
              <button type="button" aria-keyshortcuts={place === 0 ? 'P' : undefined} onClick={() => setAt(place)}>
                <Photo
                  photo={photo}
                  name={person.name}
                  alt={t('common:photo_of', { name: person.name })}
                  sizes="96px"
                />
              </button>
              {photo.status !== 'active' && (
                <span className={staffStyles.quiet}>{t(`staff:photo_${photo.status}`)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {person.photos.length === 0 && !person.about && <p className={staffStyles.quiet}>{t('staff:person_empty')}</p>}
      {person.about && <p className={staffStyles.words}>{person.about}</p>}
      {decisions.length > 0 && (
        <details open={decisions.length < 4}>
          <summary>{`${t('staff:log')} (${decisions.length})`}</summary>
          <DecisionLog decisions={decisions} />
        </details>
      )}
      {person.others.length > 0 && (
        <details open={open.length > 0}>
          <summary>{`${t('staff:other_complaints')} (${person.others.length})`}</summary>
          <ul className={staffStyles.log}>
            {person.others.map((one) => (
              <li key={one.id}>
                <strong>{t(`complaints:reason_${one.reason as 'other'}`)}</strong>{' '}
                <span className={staffStyles.quiet}>
                  {[
                    t(`staff:${kindKey(one.kind)}`),
                    t('complaints:number', { number: one.number }),
                    moment(one.made_at),
                    t(`complaints:outcome_${one.outcome ?? 'open'}`),
                  ].join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {showPhotos(person.name, person.photos, at, () => setAt(null))}
    </section>
  )
}
