import { useTranslation } from 'react-i18next'
import type { Money, Spending } from '@/api/types'
import styles from './spending.module.css'
import { useMoney } from '@/i18n/use-money'

/** Spent sums beside their limits. */
export function SpendingSums({ spending }: { spending: Spending }) {
  const { t } = useTranslation('spending')
  return (
    <section className={styles.sums} aria-label={t('title')}>
      <Sum name={t('this_month')} spent={spending.spent_this_month} limit={spending.monthly.value} />
      <Sum name={t('today')} spent={spending.spent_today} limit={spending.daily.value} />
      <p>{t('counted')}</p>
    </section>
  )
}

function Sum({ name, spent, limit }: { name: string; spent: Money; limit: Money | null }) {
  const { t } = useTranslation('spending')
  const money = useMoney()
  return (
    <div>
      <h2>{name}</h2>
      <p className={styles.sum}>{money(spent)}</p>
      {limit && (
        <>
          <meter min={0} max={Number(limit.value) || 1} value={Number(spent.value)} aria-label={name} />
          <p>{t('of_limit', { limit: money(limit) })}</p>
        </>
      )}
    </div>
  )
}
