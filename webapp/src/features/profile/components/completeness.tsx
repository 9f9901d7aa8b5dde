import { useTranslation } from 'react-i18next'
import type { OwnProfile } from '@/api/types'
import { missingParts, partsOf } from '@/features/profile/model/completeness'
import styles from './completeness.module.css'
import { useSeen } from './use-seen'

/** The completeness of the profile and the next field to add; hidden once complete. */
export function Completeness({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('account')
  const { asks } = useSeen()
  const parts = partsOf(asks)
  const missing = missingParts(profile, asks)
  const done = parts.length - missing.length
  if (missing.length === 0) return null
  return (
    <section className={styles.panel} aria-labelledby="completeness">
      <div className={styles.head}>
        <h2 id="completeness">{t('complete_parts', { done, total: parts.length })}</h2>
        <progress value={done} max={parts.length} aria-labelledby="completeness" />
      </div>
      <ul className={styles.hints}>
        {missing.map((part) => (
          <li key={part}>
            <a href={`#${part}`}>{t(`complete_hint_${part}`)}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
