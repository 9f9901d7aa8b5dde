import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile, ProfileChanges } from '@/api/types'
import { CheckChips } from '@/ui'
import { valuesOf } from '@/words/fields'
import { useFieldName } from '@/words/use-field-name'
import { conditionsOf, type Conditions } from '@/features/profile/model/conditions'
import { ProfileSection } from './profile-section'
import styles from './profile.module.css'
import { SaidField } from './said-field'
import { useSeen } from './use-seen'

/** The goals of a member, and the accepted answers of others, which work both ways. */
export function GoalsSection({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('account')
  const { asks, shows, noteOn } = useSeen()
  const { nameOf, valueOf } = useFieldName()
  const asksGoals = asks('looking_for')
  const stored = conditionsOf(profile).filter(({ trait }) => asks(trait))
  const [goals, setGoals] = useState<string[]>(profile.looking_for)
  const [conditions, setConditions] = useState<Conditions>(stored)
  if (!asksGoals && stored.length === 0) return null
  const wordsOf = ({ trait, values }: Conditions[number]) => values.map((value) => valueOf(trait, value)).join(', ')
  const set = stored.filter(({ values }) => values.length > 0)
  return (
    <ProfileSection
      id="goals"
      title={t('profile_goals')}
      note={noteOn(shows('looking_for'))}
      shown={
        <>
          {profile.looking_for.length > 0 ? (
            <ul className={styles.tags}>
              {profile.looking_for.map((value) => (
                <li key={value}>{valueOf('looking_for', value)}</li>
              ))}
            </ul>
          ) : (
            <p className={styles.quiet}>{t('profile_goals_empty')}</p>
          )}
          {set.length > 0 && (
            <>
              <h3 className={styles.subtitle}>{t('accepts_title')}</h3>
              <dl className={styles.pairs}>
                {set.map((condition) => (
                  <div key={condition.trait}>
                    <dt>{nameOf(condition.trait)}</dt>
                    <dd>{wordsOf(condition)}</dd>
                  </div>
                ))}
              </dl>
            </>
          )}
        </>
      }
      form={
        <>
          {asksGoals && <SaidField name="looking_for" values={goals} onChange={setGoals} />}
          <h3 className={styles.subtitle}>{t('accepts_title')}</h3>
          <p className={styles.quiet}>{t('accepts_why')}</p>
          {conditions.map(({ trait, values }) => (
            <CheckChips
              key={trait}
              label={nameOf(trait)}
              options={valuesOf(trait).map((value) => ({ value, label: valueOf(trait, value) }))}
              values={values}
              onChange={(changed) =>
                setConditions(conditions.map((one) => (one.trait === trait ? { trait, values: changed } : one)))
              }
            />
          ))}
        </>
      }
      changes={() => {
        const accepted = conditions.map(({ trait, values }) => [`accepts_${trait}`, values])
        return { ...(asksGoals ? { looking_for: goals } : {}), ...Object.fromEntries(accepted) } as ProfileChanges
      }}
      onCancel={() => {
        setGoals(profile.looking_for)
        setConditions(stored)
      }}
    />
  )
}
