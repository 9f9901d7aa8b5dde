import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile } from '@/api/types'
import { useInterests } from '@/api/profile/use-interests'
import { CheckChips, Notice, TextArea } from '@/ui'
import { longestOf } from '@/words/fields'
import { useInterestName } from '@/words/use-interest-name'
import { ProfileSection } from './profile-section'
import styles from './profile.module.css'
import { useSeen } from './use-seen'

export function AboutSection({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('account')
  const { asks, shows, noteOn } = useSeen()
  const [about, setAbout] = useState(profile.about ?? '')
  if (!asks('about')) return null
  return (
    <ProfileSection
      id="about"
      title={t('profile_about')}
      note={noteOn(shows('about'))}
      shown={
        <>
          {profile.about ? (
            <p className={styles.about}>{profile.about}</p>
          ) : (
            <p className={styles.quiet}>{t('profile_about_empty')}</p>
          )}
          {profile.about && profile.about_held && <Notice kind="warning">{t('profile_about_held')}</Notice>}
        </>
      }
      form={
        <TextArea
          label={t('profile_about')}
          hint={t('profile_about_hint')}
          value={about}
          maxLength={longestOf('about')}
          onChange={(event) => setAbout(event.target.value)}
        />
      }
      changes={() => ({ about: about.trim() })}
      onCancel={() => setAbout(profile.about ?? '')}
    />
  )
}

export function InterestsSection({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('account')
  const nameOf = useInterestName()
  const offered = useInterests()
  const [chosen, setChosen] = useState(profile.interests)
  const { asks, shows, noteOn } = useSeen()
  // A member of another site of the pool may have some that this one does not offer: they can be taken out.
  const kept = profile.interests.filter((key) => !offered.includes(key))
  const options = [...offered, ...kept].map((key) => ({ value: key, label: nameOf(key) }))
  if (!asks('interests')) return null
  return (
    <ProfileSection
      id="interests"
      title={t('profile_interests')}
      note={noteOn(shows('interests'))}
      shown={
        profile.interests.length > 0 ? (
          <ul className={styles.tags}>
            {profile.interests.map((key) => (
              <li key={key}>{nameOf(key)}</li>
            ))}
          </ul>
        ) : (
          <p className={styles.quiet}>{t('profile_interests_empty')}</p>
        )
      }
      form={<CheckChips label={t('profile_interests')} options={options} values={chosen} onChange={setChosen} />}
      changes={() => ({ interests: chosen })}
      onCancel={() => setChosen(profile.interests)}
    />
  )
}
