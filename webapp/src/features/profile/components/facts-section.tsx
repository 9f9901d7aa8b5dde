import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile } from '@/api/types'
import { TextInput } from '@/ui'
import { heights, isSeveral, saidOf, traits, type Trait } from '@/words/traits'
import { useTraitName } from '@/words/use-trait-name'
import { ProfileSection } from './profile-section'
import styles from './profile.module.css'
import { TraitField } from './trait-field'
import { useSeen } from './use-seen'

// Sexuality is derived from the sought genders; the others have sections of their own.
const elsewhere: readonly Trait[] = ['sexuality', 'looking_for', 'religion']

/** Traits with fixed values, as far as the site shows them, and the height. */
export function FactsSection({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation(['account', 'members'])
  const { asks, shows, noteOn } = useSeen()
  const { nameOf, valueOf } = useTraitName()
  const shown = traits.filter((trait) => !elsewhere.includes(trait) && asks(trait))
  const asksHeight = asks('height_cm')
  const said = () => Object.fromEntries(shown.map((trait) => [trait, saidOf(profile, trait)]))
  const [chosen, setChosen] = useState<Record<string, string[]>>(said)
  const [height, setHeight] = useState(profile.height_cm === null ? '' : String(profile.height_cm))
  const filled = shown.filter((trait) => saidOf(profile, trait).length > 0)
  if (shown.length === 0 && !asksHeight) return null
  const facts = filled.map((trait) => ({
    key: trait as string,
    name: nameOf(trait),
    words: saidOf(profile, trait)
      .map((value) => valueOf(trait, value))
      .join(', '),
  }))
  if (profile.height_cm !== null)
    facts.push({
      key: 'height_cm',
      name: t('members:fact_height_cm'),
      words: t('members:height_value', { cm: profile.height_cm }),
    })
  return (
    <ProfileSection
      id="facts"
      title={t('profile_facts')}
      note={noteOn(shown.some(shows))}
      shown={
        facts.length > 0 ? (
          <dl className={styles.pairs}>
            {facts.map(({ key, name, words }) => (
              <div key={key}>
                <dt>{name}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className={styles.quiet}>{t('profile_facts_empty')}</p>
        )
      }
      form={
        <div className={styles.choices}>
          {asksHeight && (
            <TextInput
              label={t('profile_height')}
              type="number"
              inputMode="numeric"
              min={heights.least}
              max={heights.most}
              value={height}
              onChange={(event) => setHeight(event.target.value)}
            />
          )}
          {shown.map((trait) => (
            <TraitField
              key={trait}
              trait={trait}
              hint={shows(trait) ? undefined : noteOn(false)}
              values={chosen[trait] ?? []}
              onChange={(values) => setChosen({ ...chosen, [trait]: values })}
            />
          ))}
        </div>
      }
      changes={() => ({
        ...Object.fromEntries(
          shown.map((trait) => [trait, isSeveral(trait) ? (chosen[trait] ?? []) : (chosen[trait]?.[0] ?? null)]),
        ),
        ...(asksHeight ? { height_cm: height === '' ? null : Number(height) } : {}),
      })}
      onCancel={() => {
        setChosen(said())
        setHeight(profile.height_cm === null ? '' : String(profile.height_cm))
      }}
    />
  )
}
