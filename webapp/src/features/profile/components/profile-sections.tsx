import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Gender, OwnProfile, Town } from '../../../api/types'
import { TownField } from '../../../places/town-field'
import { CheckChips, TextArea } from '../../../ui'
import { useInterests } from '../api/own-profile'
import { useInterestName } from '../../../words/use-interest-name'
import { ProfileSection } from './profile-section'
import styles from './profile.module.css'

export function AboutSection({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('account')
  const [about, setAbout] = useState(profile.about ?? '')
  return (
    <ProfileSection
      title={t('profile_about')}
      shown={profile.about ? <p className={styles.about}>{profile.about}</p> : <p className={styles.quiet}>{t('profile_about_empty')}</p>}
      form={<TextArea label={t('profile_about')} hint={t('profile_about_hint')} value={about} maxLength={2000} onChange={(event) => setAbout(event.target.value)} />}
      changes={() => ({ about: about.trim() })}
      onCancel={() => setAbout(profile.about ?? '')}
    />
  )
}

export function InterestsSection({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('account')
  const nameOf = useInterestName()
  const all = useInterests()
  const [chosen, setChosen] = useState(profile.interests)
  const options = all.map((key) => ({ value: key, label: nameOf(key) }))
  return (
    <ProfileSection
      title={t('profile_interests')}
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

export function TownSection({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('account')
  const [town, setTown] = useState<Town | null>(null)
  const [missing, setMissing] = useState(false)
  return (
    <ProfileSection
      title={t('profile_town')}
      shown={<p className={profile.town ? undefined : styles.quiet}>{profile.town ?? t('profile_town_empty')}</p>}
      form={
        <TownField
          country={profile.country}
          value={town}
          error={missing ? t('town_required') : undefined}
          onChange={(chosen) => {
            setTown(chosen)
            setMissing(false)
          }}
        />
      }
      changes={() => {
        setMissing(!town)
        return town && { town_id: town.id }
      }}
      onCancel={() => setTown(null)}
    />
  )
}

export function SeeksSection({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation(['account', 'common'])
  const current = profile.seeks
  const [seeks, setSeeks] = useState<Gender[]>(current)
  const names = { female: t('common:women'), male: t('common:men') }
  const options = (['female', 'male'] as const).map((value) => ({ value, label: names[value] }))
  return (
    <ProfileSection
      title={t('profile_seeks')}
      shown={<p>{current.map((gender) => names[gender]).join(', ')}</p>}
      form={
        <CheckChips
          label={t('profile_seeks')}
          hint={t('seeks_why')}
          error={seeks.length === 0 ? t('seeks_required') : undefined}
          options={options}
          values={seeks}
          onChange={setSeeks}
        />
      }
      changes={() => (seeks.length > 0 ? { seeks } : null)}
      onCancel={() => setSeeks(current)}
    />
  )
}
