import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Gender, OwnProfile } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { useDates } from '@/i18n/use-dates'
import { RadioChips, TextInput } from '@/ui'
import { correctPerson } from '@/features/profile/api/own-profile'
import { ProfileSection } from './profile-section'
import styles from './profile.module.css'
import { useSeen } from './use-seen'

/** Name, gender and date of birth: given at sign-up, corrected once in a while. */
export function PersonSection({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation(['account', 'common'])
  const { day } = useDates()
  const { noteOn } = useSeen()
  const { settings } = useSettings()
  const stored = { name: profile.name, gender: profile.gender, date_of_birth: profile.date_of_birth }
  const [said, setSaid] = useState(stored)
  const genders: { value: Gender; label: string }[] = [
    { value: 'female', label: t('common:female') },
    { value: 'male', label: t('common:male') },
  ]
  const born = new Date(`${profile.date_of_birth}T00:00:00`)
  const date = day(born)
  return (
    <ProfileSection
      id="person"
      title={t('profile_person')}
      note={noteOn(true)}
      shown={
        <p>
          {profile.name} · {genders.find(({ value }) => value === profile.gender)?.label} · {date}
        </p>
      }
      form={
        <>
          <TextInput
            label={t('name')}
            hint={t('name_hint')}
            autoComplete="given-name"
            maxLength={settings?.signup_limits.name_longest}
            required
            value={said.name}
            onChange={(event) => setSaid({ ...said, name: event.target.value })}
          />
          <RadioChips
            id="person-gender"
            label={t('gender')}
            hint={t('gender_why')}
            options={genders}
            value={said.gender}
            onChange={(gender) => setSaid({ ...said, gender })}
          />
          <TextInput
            type="date"
            label={t('date_of_birth')}
            hint={t('date_of_birth_hint', { min_age: settings?.min_age ?? 18 })}
            autoComplete="bday"
            required
            value={said.date_of_birth}
            onChange={(event) => setSaid({ ...said, date_of_birth: event.target.value })}
          />
          <p className={styles.quiet}>{t('profile_person_why')}</p>
        </>
      }
      changes={() => ({ gender: said.gender, date_of_birth: said.date_of_birth })}
      save={(changes) => correctPerson(said.name.trim() === profile.name ? null : said.name, changes)}
      onCancel={() => setSaid(stored)}
    />
  )
}
