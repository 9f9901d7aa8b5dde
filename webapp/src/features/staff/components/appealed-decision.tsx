import { useTranslation } from 'react-i18next'
import { DecisionFacts } from '@/decisions/decision-facts'
import { useDates } from '@/i18n/use-dates'
import type { OpenCase } from '@/api/types'
import { Evidence } from './evidence'
import styles from './queue.module.css'

interface Props {
  decision: NonNullable<OpenCase['appealed']>
  reported: OpenCase['reported']
  onAgain: () => unknown
}

/** The decision that an appeal is about, and the report that led to it. */
export function AppealedDecision({ decision, reported, onAgain }: Props) {
  const { t } = useTranslation(['staff', 'complaints'])
  const { moment } = useDates()
  return (
    <section className={styles.appealed} aria-label={t('staff:appeal_decision')}>
      <h3>
        {t('staff:appeal_decision')}: {t(`complaints:measure_${decision.measure}` as 'complaints:measure_warn')}
      </h3>
      <p>{moment(decision.decided_at)}</p>
      <DecisionFacts decision={decision} />
      {reported && (
        <>
          <h3>{t('staff:appeal_report')}</h3>
          <Evidence complaint={reported} onDecided={onAgain} />
        </>
      )}
    </section>
  )
}
