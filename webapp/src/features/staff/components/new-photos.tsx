import { useTranslation } from 'react-i18next'
import type { DeskQueue } from '@/api/types'
import styles from './staff.module.css'

type Rule = DeskQueue['new_photos'][number]

const textOf = ({ handling, model }: Rule) =>
  handling === 'wait' && model ? 'new_photos_advised' : (`new_photos_${handling}` as const)

/** What happens to new photos: one line, or one for each site where sites differ. */
export function NewPhotos({ rules }: { rules: readonly Rule[] }) {
  const { t } = useTranslation('staff')
  const [first] = rules
  if (!first) return null
  if (rules.every((rule) => textOf(rule) === textOf(first))) return <p className={styles.quiet}>{t(textOf(first))}</p>
  return (
    <ul className={styles.rules}>
      {rules.map((rule) => (
        <li key={rule.site} className={styles.quiet}>
          {rule.site}: {t(textOf(rule))}
        </li>
      ))}
    </ul>
  )
}
