import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DeskComplaint } from '@/api/types'
import { useDates } from '@/i18n/use-dates'
import { paths } from '@/paths'
import { usePhotoAddress } from '@/ui'
import styles from './staff.module.css'

/** The members with the same picture, side by side: the oldest account first. */
export function Duplicates({ complaint }: { complaint: DeskComplaint }) {
  const { t } = useTranslation(['staff', 'common'])
  const address = usePhotoAddress()
  const { day } = useDates()
  return (
    <ul className={styles.duplicates}>
      {complaint.duplicates.map((one) => (
        <li key={one.member_id}>
          {one.large_src ? (
            <img
              src={address(one.large_src)}
              alt={t('common:photo_of', { name: one.name ?? '–' })}
              width="800"
              height="1000"
              loading="lazy"
            />
          ) : (
            <p className={styles.quiet}>{t('staff:duplicate_deleted')}</p>
          )}
          <Link to={paths.staffMember(one.member_id, complaint.id)} target="_blank">
            {t('staff:look_at', { name: one.name ?? '–' })}
          </Link>
          <p className={styles.quiet}>
            {[
              one.joined_at && `${t('staff:context_joined')}: ${day(one.joined_at)}`,
              one.verified && t('common:badge_verified'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  )
}
