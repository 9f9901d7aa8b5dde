import { useTranslation } from 'react-i18next'
import type { OwnProfile } from '@/api/types'
import { Mark, Photo } from '@/ui'
import styles from './profile.module.css'

/** The member's main photo, marked while it is in review and others see none. */
export function OwnMainPhoto({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation(['photos', 'common'])
  return (
    <div className={styles.mainPhoto}>
      <Photo
        className={styles.photo}
        photo={profile.main_image}
        name={profile.name}
        alt={t('common:photo_of', { name: profile.name })}
        sizes="180px"
        first
      />
      {profile.main_image?.status === 'pending' && (
        <p className={styles.photoState}>
          <Mark kind="notice">{t('photos:being_checked')}</Mark>
        </p>
      )}
    </div>
  )
}
