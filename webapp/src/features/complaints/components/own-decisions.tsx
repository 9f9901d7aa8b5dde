import { useTranslation } from 'react-i18next'
import type { OwnDecision } from '@/api/types'
import { useMinAge } from '@/api/use-settings'
import { useDates } from '@/i18n/use-dates'
import { paths } from '@/paths'
import { LinkButton, Notice } from '@/ui'
import { useOwnDecisions } from '@/features/complaints/api/complaints'
import styles from './complaints.module.css'

/** The decisions of moderation about the member, each with its reasons and a link to appeal. */
export function OwnDecisions({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation(['complaints', 'photos'])
  const minAge = useMinAge()
  const { day } = useDates()
  const decisions = useOwnDecisions(isMember)
  if (decisions.length === 0) return null
  const why = (decision: OwnDecision) => {
    if (!decision.reason) return null
    const key = `${decision.measure === 'reject_photo' ? 'photos:' : 'complaints:'}reason_${decision.reason}`
    return t(key as 'complaints:reason_other')
  }
  return (
    <section className={styles.section}>
      <h2>{t('decisions')}</h2>
      {decisions.map((decision) => (
        <Notice
          key={decision.id}
          kind={decision.measure === 'lift' ? 'success' : 'warning'}
          title={`${t(`measure_${decision.measure}` as 'measure_warn')} – ${day(decision.decided_at)}`}
          actions={
            decision.can_appeal && (
              <LinkButton to={`${paths.appeal}#${decision.id}`} kind="secondary" small>
                {t('appeal')}
              </LinkButton>
            )
          }
        >
          {why(decision) && <p>{t('why', { reason: why(decision) })}</p>}
          {decision.measure === 'review' && <p>{t('review_text', { min_age: minAge })}</p>}
          {decision.template && <p>{t(`template_${decision.template}`, { min_age: minAge })}</p>}
          {decision.facts && <p>{decision.facts}</p>}
          {decision.ground && <p>{t(`ground_${decision.ground}`)}</p>}
          {decision.until && <p>{t('until', { day: day(decision.until) })}</p>}
          {decision.provisional && <p>{t(decision.until ? 'provisional' : 'provisional_photo')}</p>}
          <p className={styles.quiet}>{t(decision.automated ? 'by_rule' : 'by_person')}</p>
          {decision.appeal && <p>{t(`appeal_${decision.appeal}`)}</p>}
        </Notice>
      ))}
    </section>
  )
}
