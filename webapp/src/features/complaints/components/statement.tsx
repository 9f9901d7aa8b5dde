import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { useErrorText } from '@/api/use-error-text'
import { DecisionFacts } from '@/decisions/decision-facts'
import { useDates } from '@/i18n/use-dates'
import { ErrorState, Loading, Notice, Skeleton } from '@/ui'
import { useStatement } from '@/features/complaints/api/complaints'
import { AppealForm } from './appeal-form'
import { AppealState } from './appeal-state'
import styles from './complaints.module.css'

/** The statement of reasons of the link in an email, and the appeal against it, without a login. */
export function Statement({ token }: { token: string }) {
  const { t } = useTranslation('complaints')
  const errorText = useErrorText()
  const { day } = useDates()
  const { data, error, mutate } = useStatement(token)
  if (!data && error) {
    const isFinal = isApiError(error, 'statement_link_invalid') || isApiError(error, 'appeal_time_over')
    if (isFinal) return <Notice kind="warning">{errorText(error)}</Notice>
    return <ErrorState error={error} onRetry={() => void mutate()} />
  }
  if (!data) {
    return (
      <Loading>
        <Skeleton height="420px" />
      </Loading>
    )
  }
  const { decision, erased } = data
  return (
    <>
      <section className={styles.decision}>
        <div>
          <h2>{t(`measure_${decision.measure}` as 'measure_warn')}</h2>
          <p className={styles.quiet}>{day(decision.decided_at)}</p>
        </div>
        <DecisionFacts decision={decision} />
      </section>
      <section className={styles.section}>
        <h2>{t(decision.answer ? 'appeal_answer' : 'appeal')}</h2>
        <AppealState decision={decision} />
        {erased && !decision.appeal && <p>{t('appeal_erased')}</p>}
        {decision.can_appeal && decision.appeal_until && (
          <>
            <p>
              {t('appeal_lead')} {t('appeal_by', { day: day(decision.appeal_until) })} {t('appeal_elsewhere')}
            </p>
            <AppealForm appealed={{ token }} onRefused={() => void mutate()} />
          </>
        )}
      </section>
    </>
  )
}
