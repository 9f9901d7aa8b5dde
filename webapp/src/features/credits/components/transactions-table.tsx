import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../app/paths'
import type { Transaction } from '../../../api/types'
import { classes } from '../../../ui'
import styles from './transactions.module.css'
import { useFormats } from './use-formats'

export function TransactionsTable({ transactions, chosen }: { transactions: Transaction[]; chosen: string | null }) {
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
          <Row key={transaction.id} transaction={transaction} isChosen={chosen !== null && [transaction.id, transaction.payment_id].includes(chosen)} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ transaction, isChosen }: { transaction: Transaction; isChosen: boolean }) {
  const { t } = useTranslation('credits')
  const { date, time, signed, number } = useFormats()
  const { at, kind, credits, balance_after: balance, payment_id: payment, profile_id: partner } = transaction
  const what = kind === 'message' && credits === 0 ? t('kind_message_free') : t(`kind_${kind}`)
  const to = partner ? paths.memberChat(partner) : payment ? paths.paymentReturn(payment) : null
  return (
    <tr className={classes(isChosen && styles.chosen)} aria-current={isChosen || undefined} ref={isChosen ? bringIntoView : undefined}>
      <td>
        <time dateTime={at}>
          {date(at)} <span className={styles.time}>{time(at)}</span>
        </time>
      </td>
      <td>{to ? <Link to={to}>{what}</Link> : what}</td>
      <td className={classes(credits > 0 && styles.plus)}>{signed(credits)}</td>
      <td>{number(balance)}</td>
    </tr>
  )
}

function bringIntoView(row: HTMLTableRowElement | null) {
  row?.scrollIntoView?.({ block: 'center' })
}
