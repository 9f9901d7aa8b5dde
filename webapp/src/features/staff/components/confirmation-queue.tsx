import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isApiError } from '@/api/api-error'
import { useDates } from '@/i18n/use-dates'
import type { WaitingDecision } from '@/api/types'
import { paths } from '@/paths'
import { EmptyState, ErrorState, Loading, useToast, Skeleton } from '@/ui'
import { settleDecision, useMember, useWaitingDecisions } from '@/features/staff/api/desk'
import { BlurredPhoto } from './blurred-photo'
import { Loaded, OnRequest } from './on-request'
import { Reports } from './reports'
import { SecondOpinion } from './second-opinion'
import styles from './staff.module.css'
import { TemplateWords } from './template-words'

/** Decisions that cannot be undone: made by one person, final once a second one confirms them. */
export function ConfirmationQueue() {
  const showToast = useToast()
  const { t } = useTranslation('staff')
  const { data, error, mutate } = useWaitingDecisions()

  const settle = async (decision: WaitingDecision, refusal: string | null) => {
    try {
      await settleDecision(decision.decision_id, refusal)
      showToast({ text: t(refusal === null ? 'confirmed' : 'not_confirmed'), kind: 'success' })
    } catch (failure) {
      if (!isApiError(failure, 'already_decided')) throw failure
      showToast({ text: t('decided_by_other') })
    }
    await mutate()
  }

  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data) {
    return (
      <Loading>
        <Skeleton height="220px" />
      </Loading>
    )
  }
  if (data.decisions.length === 0)
    return (
      <EmptyState icon={<Check size={28} />} title={t('confirmations_empty')} text={t('confirmations_empty_text')} />
    )
  return (
    <>
      <p className={styles.lead}>{t('confirm_lead')}</p>
      <ul className={styles.waiting}>
        {data.decisions.map((decision) => (
          <li key={decision.decision_id}>
            <WaitingCase decision={decision} onSettle={(refusal) => settle(decision, refusal)} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface CaseProps {
  decision: WaitingDecision
  onSettle: (refusal: string | null) => Promise<void>
}

function WaitingCase({ decision, onSettle }: CaseProps) {
  const { t } = useTranslation(['staff', 'complaints', 'photos', 'common'])
  const { moment: day } = useDates()
  const isPhoto = decision.measure === 'reject_photo'
  const reason =
    decision.reason && t(`${isPhoto ? 'photos' : 'complaints'}:reason_${decision.reason}` as 'complaints:reason_other')
  const consequence = isPhoto
    ? t('staff:confirm_photo')
    : decision.final_until
      ? t('staff:confirm_until', { day: day(decision.final_until) })
      : t('staff:confirm_for_good')
  return (
    <article className={styles.complaint}>
      <h2>{decision.member_name}</h2>
      <p className={styles.quiet}>
        {[
          t(isPhoto ? 'complaints:measure_reject_photo' : 'complaints:measure_suspend'),
          t('staff:confirm_by', { name: decision.decided_by ?? '–' }),
          day(decision.decided_at),
        ].join(' · ')}
      </p>
      {reason && <p>{t('complaints:why', { reason })}</p>}
      {decision.ground && <p>{t(`complaints:ground_${decision.ground}`)}</p>}
      {decision.template && <TemplateWords template={decision.template} />}
      {decision.facts && <p className={styles.words}>{decision.facts}</p>}
      {decision.large_src && (
        <BlurredPhoto src={decision.large_src} alt={t('common:photo_of', { name: decision.member_name })} />
      )}
      {decision.can_confirm && (decision.reports?.length ?? 0) > 0 && <ReportsBehind decision={decision} />}
      <p>
        <Link to={paths.staffMember(decision.member_id, decision.decision_id)} target="_blank">
          {t('staff:look_at', { name: decision.member_name })}
        </Link>
      </p>
      <p className={styles.quiet}>{t('staff:confirm_lapses', { day: day(decision.expires_at) })}</p>
      {decision.can_confirm ? (
        <SecondOpinion consequence={consequence} onSettle={onSettle} />
      ) : (
        <p className={styles.quiet}>{t('staff:confirm_involved')}</p>
      )}
    </article>
  )
}

/** What led to a decision, so that the second person judges it by the same words. */
function ReportsBehind({ decision }: { decision: WaitingDecision }) {
  const { t } = useTranslation('staff')
  return (
    <OnRequest title={t('confirm_reports')} action={t('confirm_reports_show')}>
      <ReportsOfMember decision={decision} />
    </OnRequest>
  )
}

function ReportsOfMember({ decision }: { decision: WaitingDecision }) {
  const { t } = useTranslation('staff')
  const answer = useMember(decision.member_id, decision.decision_id)
  return (
    <Loaded answer={answer}>
      {(member) => {
        const reports = member?.member.complaints.filter(({ id }) => decision.reports?.includes(id)) ?? []
        if (reports.length === 0) return <p className={styles.quiet}>{t('confirm_reports_none')}</p>
        return <Reports reports={reports} onAgain={() => answer.mutate()} />
      }}
    </Loaded>
  )
}
