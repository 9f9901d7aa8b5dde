import { useTranslation } from 'react-i18next'
import { DecisionFacts } from '@/decisions/decision-facts'
import { useMeasureName } from '@/decisions/use-measure-name'
import { useDates } from '@/i18n/use-dates'
import type { OpenCase } from '@/api/types'
import { Reports } from './reports'
import styles from './queue.module.css'

interface Props {
  decision: NonNullable<OpenCase['appealed']>
  /** All that it was made about. */
  reports: OpenCase['reports']
  onAgain: () => unknown
}

/** The decision that an appeal is about, and the reports that led to it. */
export function AppealedDecision({ decision, reports, onAgain }: Props) {
  const { t } = useTranslation(['staff', 'complaints'])
  const { moment } = useDates()
  const nameOf = useMeasureName()
  return (
    <section className={styles.appealed} aria-label={t('staff:appeal_decision')}>
      <h3>
        {t('staff:appeal_decision')}: {nameOf(decision.measure)}
      </h3>
      <p>{moment(decision.decided_at)}</p>
      <DecisionFacts decision={decision} />
      {reports.length > 0 && (
        <>
          <h3>{t('staff:appeal_report')}</h3>
          <Reports reports={reports} onAgain={onAgain} />
        </>
      )}
    </section>
  )
}
