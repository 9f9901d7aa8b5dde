import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isApiError } from '@/api/api-error'
import type { DeskComplaint } from '@/api/types'
import { paths } from '@/paths'
import { EmptyState, ErrorState, Loading, useToast, Skeleton } from '@/ui'
import { decideComplaint, useOpenComplaints, type Statement } from '@/features/staff/api/desk'
import { Evidence } from './evidence'
import { StatementForm } from './statement-form'
import styles from './staff.module.css'

const ofMember = ['dismiss', 'dismiss_abuse', 'warn', 'hide', 'suspend'] as const
const ofVisitor = ['dismiss', 'warn', 'hide', 'suspend'] as const
const sanctionsOfAppeal = ['dismiss', 'lift'] as const
const aboutNobody = ['dismiss'] as const

function sanctionsFor({ kind, about_id, about_state, reporter_id }: DeskComplaint) {
  if (!about_id || about_state === 'erased') return aboutNobody
  return kind === 'appeal' ? sanctionsOfAppeal : reporter_id ? ofMember : ofVisitor
}

/** Complaints and appeals, the oldest first. */
export function ComplaintQueue() {
  const showToast = useToast()
  const { t } = useTranslation(['staff', 'complaints'])
  const { data, error, mutate } = useOpenComplaints()

  const decide = async (complaint: DeskComplaint, statement: Statement) => {
    try {
      await decideComplaint(complaint.id, statement)
      showToast({ text: t('staff:decided', { number: complaint.number }), kind: 'success' })
    } catch (failure) {
      if (!isApiError(failure, 'already_decided')) throw failure
      showToast({ text: t('staff:decided_by_other') })
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
  if (data.complaints.length === 0)
    return (
      <EmptyState
        icon={<Check size={28} />}
        title={t('staff:complaints_empty')}
        text={t('staff:complaints_empty_text')}
      />
    )
  return (
    <ul className={styles.complaints}>
      {data.complaints.map((complaint) => (
        <li key={complaint.id}>
          <article className={styles.complaint}>
            <h2>
              {complaint.kind === 'appeal'
                ? t('staff:appeal_number', { number: complaint.number })
                : t('complaints:number', { number: complaint.number })}
            </h2>
            {complaint.urgent && <p className={styles.urgent}>{t('staff:urgent')}</p>}
            <Evidence complaint={complaint} onDecided={mutate} />
            {complaint.about_state === 'deleted' && (
              <p className={styles.quiet}>{t('staff:about_deleted', { name: complaint.about_name ?? '–' })}</p>
            )}
            {complaint.about_state === 'erased' && <p className={styles.quiet}>{t('staff:about_erased')}</p>}
            {complaint.about_id && complaint.about_state !== 'erased' && (
              <p>
                <Link to={paths.staffMember(complaint.about_id, complaint.id)}>
                  {t('staff:look_at', { name: complaint.about_name ?? '–' })}
                </Link>
              </p>
            )}
            <StatementForm
              sanctions={sanctionsFor(complaint)}
              reason={complaint.reason}
              onDecide={(statement) => decide(complaint, statement)}
            />
          </article>
        </li>
      ))}
    </ul>
  )
}
