import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DatePlan, Id } from '@/api/types'
import { useDates } from '@/i18n/use-dates'
import { Button, ErrorState, Loading, Page, PageTitle } from '@/ui'
import { useDatePlans } from '@/features/safety/api/date-plans'
import { CheckIn } from './check-in'
import { PlanForm } from './plan-form'
import { PlanLink } from './plan-link'
import { useAct } from './use-act'
import styles from './date-plans.module.css'

/** Plans of dates with their links, and the form for another one. */
export function DatePlans({ withId }: { withId: Id | null }) {
  const { t } = useTranslation('safety')
  const { plans, canText, error, retry, make, share, end } = useDatePlans()
  const [links, setLinks] = useState<Record<Id, string>>({})
  const top = useRef<HTMLDivElement>(null)
  const endPlan = async (planId: Id) => {
    await end(planId)
    // The button is gone with its plan.
    top.current?.querySelector('h1')?.focus()
  }
  const showLink = async (planId: Id) => {
    const token = await share(planId)
    setLinks((known) => ({ ...known, [planId]: token }))
  }
  return (
    <Page width="reading">
      <div ref={top}>
        <PageTitle title={t('plan_title')} lead={t('plan_lead')} />
      </div>
      {plans ? (
        <>
          {plans.map((plan) => (
            <Plan
              key={plan.id}
              plan={plan}
              canText={canText}
              token={links[plan.id]}
              onShare={showLink}
              onEnd={endPlan}
            />
          ))}
          <PlanForm withId={withId} make={make} onMade={showLink} />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

interface PlanProps {
  plan: DatePlan
  canText: boolean
  /** The secret of the link, known on the page that made it alone. */
  token: string | undefined
  onShare: (planId: Id) => Promise<void>
  onEnd: (planId: Id) => Promise<void>
}

function Plan({ plan, canText, token, onShare, onEnd }: PlanProps) {
  const { t } = useTranslation('safety')
  const { moment } = useDates()
  const { busy, run } = useAct()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className={styles.plan} aria-labelledby={`plan-${plan.id}`}>
      <h2 ref={heading} id={`plan-${plan.id}`} tabIndex={-1}>
        {t('plan_with', { name: plan.name })}
      </h2>
      <p>{moment(plan.meets_at)}</p>
      <p>{plan.place}</p>
      {plan.note && <p className={styles.words}>{plan.note}</p>}
      <CheckIn plan={plan} canText={canText} onDone={() => heading.current?.focus()} />
      {token ? (
        <PlanLink token={token} name={plan.name} />
      ) : (
        <p className={styles.hint}>{t(plan.shared ? 'plan_new_link_hint' : 'plan_no_link')}</p>
      )}
      <div className={styles.actions}>
        {!token && (
          <Button
            kind="secondary"
            busy={busy}
            onClick={() =>
              void run(async () => {
                await onShare(plan.id)
                return undefined
              })
            }
          >
            {t('plan_new_link')}
          </Button>
        )}
        <Button
          kind="danger"
          busy={busy}
          onClick={() =>
            void run(async () => {
              await onEnd(plan.id)
              return t('plan_ended')
            })
          }
        >
          {t('plan_end')}
        </Button>
      </div>
    </section>
  )
}
