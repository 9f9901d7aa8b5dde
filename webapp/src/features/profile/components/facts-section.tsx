import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile } from '@/api/types'
import { changeOf, facts, saidOf, type Fact } from '@/words/fields'
import { useFieldName } from '@/words/use-field-name'
import { ProfileSection } from './profile-section'
import styles from './profile.module.css'
import { SaidField } from './said-field'
import { useSeen } from './use-seen'

// Sexuality is derived from the sought genders; the others have sections of their own.
const elsewhere: readonly Fact[] = ['sexuality', 'looking_for', 'religion']

/** Traits, numbers and short texts, as far as the site shows them. */
export function FactsSection({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('account')
  const { asks, shows, noteOn } = useSeen()
  const { nameOf, valueOf } = useFieldName()
  const shown = facts.filter((name) => !elsewhere.includes(name) && asks(name))
  const said = () => Object.fromEntries(shown.map((name) => [name, saidOf(profile, name)]))
  const [chosen, setChosen] = useState<Record<string, string[]>>(said)
  const filled = shown.filter((name) => saidOf(profile, name).length > 0)
  if (shown.length === 0) return null
  return (
    <ProfileSection
      id="facts"
      title={t('profile_facts')}
      note={noteOn(shown.some(shows))}
      shown={
        filled.length > 0 ? (
          <dl className={styles.pairs}>
            {filled.map((name) => (
              <div key={name}>
                <dt>{nameOf(name)}</dt>
                <dd>
                  {saidOf(profile, name)
                    .map((value) => valueOf(name, value))
                    .join(', ')}
                </dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className={styles.quiet}>{t('profile_facts_empty')}</p>
        )
      }
      form={
        <div className={styles.choices}>
          {shown.map((name) => (
            <SaidField
              key={name}
              name={name}
              hint={shows(name) ? undefined : noteOn(false)}
              values={chosen[name] ?? []}
              onChange={(values) => setChosen({ ...chosen, [name]: values })}
            />
          ))}
        </div>
      }
      changes={() => Object.fromEntries(shown.map((name) => [name, changeOf(name, chosen[name] ?? [])]))}
      onCancel={() => setChosen(said())}
    />
  )
}
