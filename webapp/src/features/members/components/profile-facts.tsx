import { useTranslation } from 'react-i18next'
import type { Profile } from '@/api/types'
import { facts, saidOf } from '@/words/fields'
import { useInterestName } from '@/words/use-interest-name'
import { useFieldName } from '@/words/use-field-name'
import { sharedFirst } from '@/features/members/model/shared-interests'
import styles from './tags.module.css'

const unsaid = 'rather_not_say'

/** The rest, as far as it was filled in. */
export function ProfileFacts({ profile, own }: { profile: Profile; own: Profile | undefined }) {
  const { t } = useTranslation('members')
  const interestName = useInterestName()
  const { nameOf, valueOf } = useFieldName()
  const others = sharedFirst(profile, profile.is_own ? undefined : own).filter(({ shared }) => !shared)
  const said = facts.flatMap((name) => {
    const values = saidOf(profile, name).filter((value) => value !== unsaid)
    const words = values.map((value) => valueOf(name, value)).join(', ')
    return words ? [{ key: name, name: nameOf(name), words }] : []
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
