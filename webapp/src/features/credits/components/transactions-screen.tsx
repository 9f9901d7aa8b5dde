import { Coins } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../app/paths'
import type { User } from '../../../api/types'
import { Button, EmptyState, ErrorState, LinkButton, Loading, PageTitle, Skeleton } from '../../../ui'
import { useTransactions } from '../api/use-transactions'
import styles from './transactions.module.css'
import { TransactionsTable } from './transactions-table'

/** `chosen` is a transaction, or the payment it came from. */
export function TransactionsScreen({ user, chosen }: { user: User; chosen: string | null }) {
  const { t } = useTranslation(['credits', 'common'])
  const { transactions, error, retry, more } = useTransactions()
  return (
    <>
      <PageTitle title={t('credits:transactions_title')} lead={t('credits:balance', { count: user.credits })} />
      {!transactions && error ? <ErrorState error={error} onRetry={retry} /> : null}
      {!transactions && !error && (
        <Loading className={styles.loading}>
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} height="44px" />
          ))}
        </Loading>
      )}
      {transactions?.length === 0 && (
        <EmptyState
          icon={<Coins size={28} />}
          title={t('credits:transactions_empty_title')}
          text={t('credits:transactions_empty_text')}
          action={<LinkButton to={paths.credits}>{t('credits:buy_title')}</LinkButton>}
        />
      )}
      {transactions && transactions.length > 0 && <TransactionsTable transactions={transactions} chosen={chosen} />}
      {more && (
        <Button kind="secondary" busy={more.busy} onClick={more.load}>
          {t('credits:show_more')}
        </Button>
      )}
    </>
  )
}
