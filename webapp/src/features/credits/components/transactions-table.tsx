import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import type { Transaction } from '@/api/types'
import { classes } from '@/ui'
import { FictionalLabel } from '@/people/fictional-label'
import styles from './transactions.module.css'
import { useFormats } from './use-formats'
import { usePaidWords } from './use-paid-words'
import { useTransactionWords } from './use-transaction-words'

export function TransactionsTable({ transactions }: { transactions: Transaction[] }) {
  const { t } = useTranslation('credits')
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{t('transactions_caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column_date')}</th>
          <th scope="col">{t('column_what')}</th>
          <th scope="col">{t('column_credits')}</th>
          <th scope="col">{t('column_balance')}</th>
        </tr>
      </thead>
      <tbody>
        {transactions.map((transaction) => (
          <Row key={transaction.id} transaction={transaction} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ transaction }: { transaction: Transaction }) {
  const { date, time, signed, number } = useFormats()
  const { wordsOf } = useTransactionWords()
  const paidOf = usePaidWords()
  const { id, at, credits, balance_after: balance, profile } = transaction
  const when = (
    <time dateTime={at}>
      {date(at)} <span className={styles.time}>{time(at)}</span>
    </time>
  )
  return (
    <tr>
      <td>{when}</td>
      <td>
        <Link to={paths.transaction(id)}>{wordsOf(transaction)}</Link>
        {profile?.fictional && (
          <span className={styles.mark}>
            <FictionalLabel />
          </span>
        )}
        {paidOf(transaction) && <span className={styles.paid}>{paidOf(transaction)}</span>}
        <span className={styles.when}>{when}</span>
      </td>
      <td className={classes(credits > 0 && styles.plus)}>{signed(credits)}</td>
      <td>{number(balance)}</td>
    </tr>
  )
}
