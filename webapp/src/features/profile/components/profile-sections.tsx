import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile } from '@/api/types'
import { useInterests } from '@/api/profile/use-interests'
import { CheckChips, Select, TextArea } from '@/ui'
import { traits, valuesOf, type Trait } from '@/words/traits'
import { useTraitName } from '@/words/use-trait-name'
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
        profile.about ? (
          <p className={styles.about}>{profile.about}</p>
        ) : (
          <p className={styles.quiet}>{t('profile_about_empty')}</p>
        )
      }
      form={
        <TextArea
          label={t('profile_about')}
          hint={t('profile_about_hint')}
          value={about}
          maxLength={1000}
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
  const all = useInterests()
  const [chosen, setChosen] = useState(profile.interests)
  const { asks, shows, noteOn } = useSeen()
  const options = all.map((key) => ({ value: key, label: nameOf(key) }))
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

// Follows from whom one seeks, so it is not chosen.
const derived: Trait = 'sexuality'

/** What is said by choosing, as far as the site shows it. */
export function FactsSection({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('account')
  const { asks, shows, noteOn } = useSeen()
  const { nameOf, valueOf } = useTraitName()
  const shown = traits.filter((trait) => trait !== derived && asks(trait))
  const said = () => Object.fromEntries(shown.map((trait) => [trait, profile[trait] ?? '']))
  const [chosen, setChosen] = useState<Record<string, string>>(said)
  const filled = shown.filter((trait) => profile[trait])
  if (shown.length === 0) return null
  return (
    <ProfileSection
      id="facts"
      title={t('profile_facts')}
      note={noteOn(shown.some(shows))}
      shown={
        filled.length > 0 ? (
          <dl className={styles.pairs}>
            {filled.map((trait) => (
              <div key={trait}>
                <dt>{nameOf(trait)}</dt>
                <dd>{valueOf(trait, profile[trait]!)}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className={styles.quiet}>{t('profile_facts_empty')}</p>
        )
      }
      form={
        <div className={styles.choices}>
          {shown.map((trait) => (
            <Select
              key={trait}
              label={nameOf(trait)}
              hint={shows(trait) ? undefined : noteOn(false)}
              value={chosen[trait] ?? ''}
              onChange={(event) => setChosen({ ...chosen, [trait]: event.target.value })}
            >
              <option value="">{t('profile_unsaid')}</option>
              {valuesOf(trait).map((value) => (
                <option key={value} value={value}>
                  {valueOf(trait, value)}
                </option>
              ))}
            </Select>
          ))}
        </div>
      }
      changes={() => Object.fromEntries(shown.map((trait) => [trait, chosen[trait] || null]))}
      onCancel={() => setChosen(said())}
    />
  )
}
