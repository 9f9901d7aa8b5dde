import { Coins } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paths } from '@/paths'
import type { User } from '@/api/types'
import { Button, EmptyState, ErrorState, LinkButton, Loading, Notice, PageTitle, Skeleton } from '@/ui'
import { useTransactions } from '@/features/credits/api/use-transactions'
import { filterOf, isNarrowed, queryOf, type TransactionFilter } from '@/features/credits/model/transaction-filter'
import { TransactionFilters } from './transaction-filters'
import styles from './transactions.module.css'
import { TransactionsTable } from './transactions-table'

export function TransactionsScreen({ user }: { user: User }) {
  const { t } = useTranslation('credits')
  const [search, setSearch] = useSearchParams()
  // The router follows in its own time, and a field that is being filled in must not.
  const [filter, setFilter] = useState(() => filterOf(search))
  const { transactions, debt, error, retry, more } = useTransactions(filter)
  const narrow = (wanted: TransactionFilter) => {
    setFilter(wanted)
    setSearch(queryOf(wanted), { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <PageTitle title={t('transactions_title')} lead={t('balance', { count: user.credits })} />
      {debt > 0 && (
        <Notice
          kind="warning"
          title={t('debt_title', { count: debt })}
          actions={<LinkButton to={paths.credits}>{t('buy_title')}</LinkButton>}
        >
          {t('debt_text')}
        </Notice>
      )}
      <div className={styles.panes}>
        <div className={styles.list}>
          {!transactions && error ? <ErrorState error={error} onRetry={retry} /> : null}
          {!transactions && !error && (
            <Loading className={styles.loading}>
              {[0, 1, 2, 3, 4, 5].map((row) => (
                <Skeleton key={row} height="44px" />
              ))}
            </Loading>
          )}
          {transactions?.length === 0 && <NothingListed narrowed={isNarrowed(filter)} />}
          {transactions && transactions.length > 0 && <TransactionsTable transactions={transactions} />}
          {more && (
            <Button kind="secondary" busy={more.busy} onClick={more.load}>
              {t('show_more')}
            </Button>
          )}
        </div>
        {/* Below the list on a phone, so they come once its length is known. */}
        {(transactions || error || isNarrowed(filter)) && <TransactionFilters filter={filter} onFilter={narrow} />}
      </div>
    </>
  )
}

function NothingListed({ narrowed }: { narrowed: boolean }) {
  const { t } = useTranslation('credits')
  if (narrowed)
    return <EmptyState icon={<Coins size={28} />} title={t('filter_nothing_title')} text={t('filter_nothing_text')} />
  return (
    <EmptyState
      icon={<Coins size={28} />}
      title={t('transactions_empty_title')}
      text={t('transactions_empty_text')}
      action={<LinkButton to={paths.credits}>{t('buy_title')}</LinkButton>}
    />
  )
}
