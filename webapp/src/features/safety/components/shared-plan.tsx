import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { useDates } from '@/i18n/use-dates'
import { paths } from '@/paths'
import { FictionalLabel } from '@/people/fictional-label'
import { ErrorState, LinkButton, Loading, Page, PageTitle } from '@/ui'
import { useSharedPlan } from '@/features/safety/api/date-plans'
import styles from './date-plans.module.css'

/** A plan as its link shows it to people without an account. */
export function SharedPlan({ token }: { token: string }) {
  const { t } = useTranslation(['safety', 'common'])
  const { moment } = useDates()
  const { data: plan, error, mutate } = useSharedPlan(token)
  if (isApiError(error, 'not_found') || isApiError(error, 'validation_failed')) return <NoPlan />
  if (error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!plan) return <Loading />
  const who = plan.age === null ? plan.name : t('common:name_age', { name: plan.name, age: plan.age })
  return (
    <Page width="reading">
      <PageTitle title={t('safety:shared_title', { name: plan.maker })} lead={t('safety:shared_lead')} />
      <section className={styles.plan} aria-labelledby="who">
        <h2 id="who">{t('safety:plan_with', { name: who })}</h2>
        {plan.photo && (
          <img className={styles.photo} src={plan.photo} alt={t('common:photo_of', { name: plan.name })} />
        )}
        {plan.fictional && (
          <p>
            <FictionalLabel />
          </p>
        )}
        <p>{moment(plan.meets_at)}</p>
        <p>{plan.place}</p>
        {plan.note && <p className={styles.words}>{plan.note}</p>}
        <p className={styles.hint}>{t('safety:shared_until', { time: moment(plan.ends_at) })}</p>
      </section>
      <p>{t('safety:shared_private')}</p>
      <div className={styles.actions}>
        <LinkButton to={paths.safety}>{t('safety:title')}</LinkButton>
        {plan.refusal_token && (
          <LinkButton kind="quiet" to={`${paths.planRefusal}#token=${plan.refusal_token}`}>
            {t('safety:shared_refuse')}
          </LinkButton>
        )}
      </div>
    </Page>
  )
}

export function NoPlan() {
  const { t } = useTranslation('safety')
  return (
    <Page width="reading">
      <PageTitle title={t('shared_gone_title')} lead={t('shared_gone_text')} />
      <div>
        <LinkButton to={paths.safety}>{t('title')}</LinkButton>
      </div>
    </Page>
  )
}
