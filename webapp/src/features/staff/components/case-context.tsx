import { useTranslation } from 'react-i18next'
import { useDates } from '@/i18n/use-dates'
import type { OpenCase } from '@/api/types'
import styles from './queue.module.css'

const numbers = [
  'reports_about',
  'reports_by',
  'unmatched_for_cause',
  'warnings',
  'warnings_expired',
  'sanctions',
  'rejected_photos',
] as const

/** Numbers about the member of a case. */
export function CaseContext({ context }: { context: NonNullable<OpenCase['context']> }) {
  const { t, i18n } = useTranslation('staff')
  const { day } = useDates()
  return (
    <dl className={styles.context}>
      <div>
        <dt>{t('context_joined')}</dt>
        <dd>{day(context.joined_at)}</dd>
      </div>
      {numbers.map((name) => (
        <div key={name} data-none={!context[name] || undefined}>
          <dt>{t(`context_${name}`)}</dt>
          <dd>{(context[name] ?? 0).toLocaleString(i18n.language)}</dd>
        </div>
      ))}
    </dl>
  )
}
