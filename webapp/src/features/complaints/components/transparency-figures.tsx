import { useTranslation } from 'react-i18next'
import type { Transparency } from '@/api/types'
import { useDuration } from '@/i18n/use-duration'
import styles from './complaints.module.css'

type Report = NonNullable<Transparency['report']>
type Pair = readonly [label: string, value: string]

const measures = [
  'reject_photo',
  'hold_text',
  'block_picture',
  'review',
  'hide',
  'suspend',
  'suspend_for_good',
] as const
const reasons = ['fake', 'harassment', 'hate', 'nudity', 'fraud', 'minor', 'advertising', 'violence', 'other'] as const
const ways = ['report', 'own_initiative', 'automated'] as const

/** Counts of reports, restrictions and appeals: exact ones, and no share or median of few. */
export function TransparencyFigures({ report }: { report: Report }) {
  const { t, i18n } = useTranslation('complaints')
  const duration = useDuration()
  const count = (number = 0) => number.toLocaleString(i18n.language)
  const median = (hours: number | null) => (hours === null ? t('transparency_few') : duration(hours))
  const { reports, appeals } = report
  const groups: [string, Pair[]][] = [
    [
      t('transparency_reports'),
      [
        [t('transparency_received'), count(reports.received)],
        [t('outcome_acted'), count(reports.acted)],
        [t('outcome_dismissed'), count(reports.dismissed)],
        [t('outcome_open'), count(reports.open)],
        [t('transparency_median'), median(reports.median_hours)],
      ],
    ],
    [t('transparency_reasons'), reasons.map((reason) => [t(`reason_${reason}`), count(reports.reasons[reason])])],
    [
      t('transparency_measures'),
      measures.map((measure) => [t(`transparency_${measure}`), count(report.measures[measure])]),
    ],
    [t('transparency_found'), ways.map((way) => [t(`transparency_by_${way}`), count(report.found[way])])],
    [
      t('transparency_appeals'),
      [
        [t('transparency_received'), count(appeals.received)],
        [t('transparency_granted'), count(appeals.granted)],
        [t('transparency_turned_down'), count(appeals.turned_down)],
        [t('outcome_open'), count(appeals.open)],
        [t('transparency_median'), median(appeals.median_hours)],
      ],
    ],
    [t('transparency_misuse'), [[t('transparency_suspended_reporters'), count(report.suspended_reporters)]]],
  ]
  return (
    <>
      {groups.map(([title, pairs]) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <dl className={styles.figures}>
            {pairs.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}
