import { Check, MapPin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '@/api/types'
import { useInterestName } from '@/words/use-interest-name'
import { sharedFirst } from '@/features/members/model/shared-interests'
import styles from './tags.module.css'

/** Things in common, before anything else. */
export function SharedThings({ profile, own }: { profile: Profile; own: Profile | undefined }) {
  const { t } = useTranslation('members')
  const interestName = useInterestName()
  const interests = sharedFirst(profile, own).filter(({ shared }) => shared)
  const town = own?.town && own.town === profile.town && own.region === profile.region ? own.town : null
  if (interests.length === 0 && !town) return null
  return (
    <section className={styles.section}>
      <h2>{t('shared_title', { name: profile.name })}</h2>
      <ul className={styles.tags}>
        {town && (
          <li className={styles.shared}>
            <MapPin size={18} aria-hidden="true" />
            {t('shared_town', { town })}
          </li>
        )}
        {interests.map(({ interest }) => (
          <li key={interest} className={styles.shared}>
            <Check size={18} aria-hidden="true" />
            {interestName(interest)}
          </li>
        ))}
      </ul>
    </section>
  )
}
