import { useTranslation } from 'react-i18next'
import { DecisionFacts } from '@/decisions/decision-facts'
import { useDates } from '@/i18n/use-dates'
import { paths } from '@/paths'
import { LinkButton, Notice } from '@/ui'
import { useOwnDecisions } from '@/features/complaints/api/complaints'
import { AppealState } from './appeal-state'
import styles from './complaints.module.css'

/** The decisions of moderation about the member, each with its reasons and a link to appeal. */
export function OwnDecisions({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation('complaints')
  const { day } = useDates()
  const decisions = useOwnDecisions(isMember)
  if (decisions.length === 0) return null
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
          <DecisionFacts decision={decision} />
          <AppealState decision={decision} />
        </Notice>
      ))}
    </section>
  )
}
