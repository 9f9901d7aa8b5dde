import { Heart, MapPin, Sparkles } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '@/api/types'
import { useFieldName } from '@/words/use-field-name'
import { sharedInterests } from '@/features/members/model/shared-interests'
import styles from './tags.module.css'

/** The most sought facts in a line: distance, things in common, whether free. */
export function Highlights({ profile, own }: { profile: Profile; own: Profile | undefined }) {
  const { t } = useTranslation('members')
  const { valueOf } = useFieldName()
  const { distance_km: km, relationship_status: status } = profile
  const shared = sharedInterests(profile, own)
  const items = [
    km !== null && {
      key: 'place',
      icon: <MapPin size={18} />,
      words: km === 0 ? t('distance_same') : t('distance_within', { km }),
    },
    shared > 0 && { key: 'shared', icon: <Sparkles size={18} />, words: t('highlight_shared', { count: shared }) },
    status !== null &&
      status !== 'rather_not_say' && {
        key: 'status',
        icon: <Heart size={18} />,
        words: valueOf('relationship_status', status),
      },
  ].filter((item) => item !== false)
  if (items.length === 0) return null
  return (
    <ul className={styles.tags} aria-label={t('highlights')}>
      {items.map(({ key, icon, words }) => (
        <li key={key}>
          <span aria-hidden="true" className={styles.icon}>
            {icon}
          </span>
          {words}
        </li>
      ))}
    </ul>
  )
}
