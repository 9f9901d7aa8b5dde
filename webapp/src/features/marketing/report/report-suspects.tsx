import { useTranslation } from 'react-i18next'
import type { MarketingReport } from '@/api/types'
import styles from './report.module.css'
import { useFigures } from './use-figures'

const reasons = ['program', 'headers', 'rendering', 'too_many'] as const

/** Why views are suspect, of all rows: each suspect view has one reason, but for those of before reasons were counted. */
export function ReportSuspects({ report }: { report: MarketingReport }) {
  const { t } = useTranslation('marketing')
  const { number } = useFigures()
  const { suspicions, total, has_views } = report
  if (!has_views || total.suspects === 0) return null
  const counted = reasons.map((reason) => ({ reason, views: suspicions[reason] ?? 0 }))
  const older = total.suspects - counted.reduce((sum, { views }) => sum + views, 0)
  const lines = [...counted, { reason: 'older' as const, views: older }].filter(({ views }) => views > 0)
  return (
    <section className={styles.suspects} aria-labelledby="suspects">
      <h2 id="suspects">{t('suspects_why')}</h2>
      <dl>
        {lines.map(({ reason, views }) => (
          <div key={reason}>
            <dt>{t(`suspect_${reason}`)}</dt>
            <dd>{number(views)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t('suspects_text')}</p>
    </section>
  )
}
