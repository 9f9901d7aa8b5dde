import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MarketingAction } from '@/api/types'
import { useDates } from '@/i18n/use-dates'
import { Button, EmptyState, ErrorState, Loading, Skeleton } from '@/ui'
import { useMarketingActions } from '@/features/marketing/api/actions'
import { changedValues } from '@/features/marketing/model/changed-values'
import styles from './action-log.module.css'

/** The author of a change that no marketer made. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** The audit trail: each change at the desk, newest first. */
export function ActionLog() {
  const { t } = useTranslation('marketing')
  const { actions, hasMore, showMore, error, isLoading, retry } = useMarketingActions()
  if (!actions && error) return <ErrorState error={error} onRetry={retry} />
  if (!actions)
    return (
      <Loading>
        <Skeleton height="220px" />
      </Loading>
    )
  if (actions.length === 0)
    return <EmptyState icon={<History size={28} />} title={t('log_empty')} text={t('log_empty_text')} />
  return (
    <section aria-label={t('log')} className={styles.log}>
      <ol className={styles.actions}>
        {actions.map((action) => (
          <li key={action.id}>
            <Entry action={action} />
          </li>
        ))}
      </ol>
      {hasMore && (
        <Button kind="secondary" busy={isLoading} onClick={showMore}>
          {t('log_more')}
        </Button>
      )}
    </section>
  )
}

function Entry({ action }: { action: MarketingAction }) {
  const { t, i18n } = useTranslation('marketing')
  const { moment } = useDates()
  const key = `did_${action.action.replace('.', '_')}`
  const what = i18n.exists(key, { ns: 'marketing' }) ? t(key as 'title') : action.action
  const by = action.is_own
    ? t('log_by_you')
    : action.actor_id === nobody
      ? t('log_by_product')
      : t('log_by', { id: action.actor_id.slice(0, 8) })
  return (
    <>
      <p>
        <strong>{what}</strong> <span className={styles.subject}>{action.subject}</span>
      </p>
      <p className={styles.quiet}>
        {by} · <time dateTime={action.at}>{moment(action.at)}</time>
      </p>
      <ul className={styles.values}>
        {changedValues(action.before ?? null, action.after ?? null).map(({ name, before, after }) => (
          <li key={name}>
            <code>{name}</code> {action.before && <del>{before || t('log_nothing')}</del>}{' '}
            {action.after && <ins>{after || t('log_nothing')}</ins>}
          </li>
        ))}
      </ul>
    </>
  )
}
