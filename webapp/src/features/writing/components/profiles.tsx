import { useTranslation } from 'react-i18next'
import { useFictionalProfiles } from '@/features/writing/api/writing'
import { ProfileForm } from './profile-form'
import { ProfileRow } from './profile-row'
import styles from './writing.module.css'

/** The site's fictional profiles, and a form for another one. */
export function Profiles() {
  const { t } = useTranslation('fictional')
  const { data, mutate } = useFictionalProfiles(true)
  return (
    <>
      <section className={styles.part} aria-labelledby="profiles">
        <h2 id="profiles">{t('profiles')}</h2>
        {data?.profiles.length === 0 && <p className={styles.quiet}>{t('no_profiles')}</p>}
        <ul className={styles.list}>
          {data?.profiles.map((profile) => (
            <ProfileRow key={profile.id} profile={profile} onChanged={() => mutate()} />
          ))}
        </ul>
      </section>
      <ProfileForm onMade={() => mutate()} />
    </>
  )
}
