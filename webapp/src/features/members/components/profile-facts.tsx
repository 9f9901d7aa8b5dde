import { useTranslation } from 'react-i18next'
import type { Profile } from '@/api/types'
import { traits } from '@/words/traits'
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
  const others = sharedFirst(profile, profile.is_own ? undefined : own).filter(({ shared }) => !shared)
  const said = traits.flatMap((trait) => {
    const value = profile[trait]
    return value && value !== unsaid ? [{ trait, value }] : []
  })
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
            {said.map(({ trait, value }) => (
              <div key={trait}>
                <dt>{nameOf(trait)}</dt>
                <dd>{valueOf(trait, value)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}
