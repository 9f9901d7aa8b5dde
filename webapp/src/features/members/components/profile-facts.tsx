import { useTranslation } from 'react-i18next'
import type { Profile } from '@/api/types'
import { saidOf, traits, type Trait } from '@/words/traits'
import { useInterestName } from '@/words/use-interest-name'
import { useTraitName } from '@/words/use-trait-name'
import { sharedFirst } from '@/features/members/model/shared-interests'
import styles from './tags.module.css'

const unsaid = 'rather_not_say'

/** The rest, as far as it was filled in. */
export function ProfileFacts({ profile, own }: { profile: Profile; own: Profile | undefined }) {
  const { t } = useTranslation('members')
  const interestName = useInterestName()
  const { nameOf, valueOf } = useTraitName()
  const list = (trait: Trait, values: string[]) => values.map((value) => valueOf(trait, value)).join(', ')
  const others = sharedFirst(profile, profile.is_own ? undefined : own).filter(({ shared }) => !shared)
  const said = traits.flatMap((trait) => {
    const values = saidOf(profile, trait).filter((value) => value !== unsaid)
    return values.length > 0 ? [{ key: trait as string, name: nameOf(trait), words: list(trait, values) }] : []
  })
  if (profile.height_cm)
    said.push({ key: 'height_cm', name: t('fact_height_cm'), words: t('height_value', { cm: profile.height_cm }) })
  return (
    <>
      {others.length > 0 && (
        <section className={styles.section}>
          <h2>{others.length < profile.interests.length ? t('interests_more') : t('interests')}</h2>
          <ul className={styles.tags}>
            {others.map(({ interest }) => (
              <li key={interest}>{interestName(interest)}</li>
            ))}
          </ul>
        </section>
      )}
      {said.length > 0 && (
        <section className={styles.section}>
          <h2>{t('facts')}</h2>
          <dl className={styles.facts}>
            {said.map(({ key, name, words }) => (
              <div key={key}>
                <dt>{name}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}
