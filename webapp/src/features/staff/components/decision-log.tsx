import { useTranslation } from 'react-i18next'
import type { CasePerson } from '@/api/types'
import { useMeasureName } from '@/decisions/use-measure-name'
import { useDates } from '@/i18n/use-dates'
import styles from './staff.module.css'
import { TemplateWords } from './template-words'

/** The decisions about a member, each with its grounds. */
export function DecisionLog({ decisions }: { decisions: CasePerson['decisions'] }) {
  const { t } = useTranslation(['staff', 'complaints'])
  const { moment } = useDates()
  const nameOf = useMeasureName()
  return (
    <ol className={styles.log}>
      {decisions.map((decision) => (
        <li key={decision.id}>
          <strong>{nameOf(decision.measure)}</strong>{' '}
          <span className={styles.quiet}>
            {[
              moment(decision.decided_at),
              decision.reason && t(`complaints:reason_${decision.reason as 'other'}`),
              decision.ground && t(`staff:ground_${decision.ground}`),
              t(decision.automated ? 'complaints:by_rule' : 'complaints:by_person'),
              decision.provisional && t('staff:log_provisional'),
              decision.appeal && t(`staff:appealed_${decision.appeal}`),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {decision.template && <TemplateWords template={decision.template} />}
          {decision.facts && <p className={styles.words}>{decision.facts}</p>}
        </li>
      ))}
    </ol>
  )
}
