import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isApiError } from '@/api/api-error'
import { address } from '@/api/client'
import { paths } from '@/paths'
import type { Id, Transaction } from '@/api/types'
import { EmptyState, ErrorState, Loading, PageTitle, Skeleton } from '@/ui'
import { useTransaction } from '@/features/credits/api/use-transaction'
import { FictionalLabel } from '@/people/fictional-label'
import { TransactionReceipt } from './transaction-receipt'
import styles from './transactions.module.css'
import { useFormats } from './use-formats'
import { useMethodName } from './use-method-name'
import { useTransactionWords } from './use-transaction-words'

/** One transaction by itself, with all that is known of it. */
export function TransactionScreen({ id }: { id: Id }) {
  const { t } = useTranslation('credits')
  const { transaction, error, retry } = useTransaction(id)
  const { wordsOf } = useTransactionWords()
  const isGone = isApiError(error, 'not_found') || isApiError(error, 'validation_failed')
  return (
    <>
      <Link to={paths.transactions} className={styles.back}>
        <ChevronLeft size={20} aria-hidden="true" />
        {t('transaction_back')}
      </Link>
      <PageTitle title={transaction ? wordsOf(transaction) : t('transaction_title')} />
      {transaction && <Details transaction={transaction} />}
      {transaction && <TransactionReceipt id={transaction.id} />}
      {!transaction && isGone && <EmptyState title={t('transaction_gone')} />}
      {!transaction && error && !isGone ? <ErrorState error={error} onRetry={retry} /> : null}
      {!transaction && !error && (
        <Loading>
          <Skeleton height="260px" />
        </Loading>
      )}
    </>
  )
}

function Details({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation('credits')
  const { moment, signed, number } = useFormats()
  const { kindOf, wordsOf } = useTransactionWords()
  const {
    at,
    credits,
    free_messages: free,
    debt,
    balance_after: balance,
    payment_id: payment,
    paid,
    profile_id: partner,
    profile,
  } = transaction
  return (
    <dl className={styles.details}>
      <Detail name={t('detail_when')}>
        <time dateTime={at}>{moment(at)}</time>
      </Detail>
      {/* The heading says it already where nobody else is involved. */}
      {kindOf(transaction) !== wordsOf(transaction) && <Detail name={t('column_what')}>{kindOf(transaction)}</Detail>}
      {transaction.kind === 'undelivered' && <Detail name={t('detail_why')}>{t('undelivered_text')}</Detail>}
      {partner && (
        <Detail name={t('column_who')}>
          {profile ? <Link to={paths.member(partner)}>{profile.name}</Link> : t('member_hidden')}
          {profile?.fictional && (
            <span className={styles.mark}>
              <FictionalLabel />
            </span>
          )}
        </Detail>
      )}
      <Detail name={t('column_credits')}>{signed(credits)}</Detail>
      {free !== 0 && <Detail name={t('detail_free')}>{signed(free)}</Detail>}
      {debt !== 0 && <Detail name={t('detail_debt')}>{signed(debt)}</Detail>}
      <Detail name={t('column_balance')}>{number(balance)}</Detail>
      {paid && <Paid paid={paid} />}
      {payment && (
        <Detail name={t('detail_payment_name')}>
          <Link to={paths.paymentReturn(payment)}>{t('detail_payment')}</Link>
        </Detail>
      )}
      <Detail name={t('detail_number')}>
        <code>{transaction.id}</code>
      </Detail>
    </dl>
  )
}

/** The money behind the credits. */
function Paid({ paid }: { paid: NonNullable<Transaction['paid']> }) {
  const { t } = useTranslation('credits')
  const { money } = useFormats()
  const nameOf = useMethodName()
  return (
    <>
      <Detail name={t('column_amount')}>{money(paid.amount)}</Detail>
      <Detail name={t('column_method')}>{nameOf(paid.method)}</Detail>
      {paid.discount && (
        <Detail name={paid.discount_code ? t('discount_line', { code: paid.discount_code }) : t('column_discount')}>
          −{money(paid.discount)}
        </Detail>
      )}
      {paid.returned && <Detail name={t('detail_returned')}>{money(paid.returned)}</Detail>}
      {paid.documents.length > 0 && (
        <Detail name={t('detail_documents')}>
          <ul>
            {paid.documents.map(({ company, number, kind }) => (
              <li key={`${company} ${number}`}>
                <a href={address('invoice.php', { company, number })} download>
                  {t(`document_${kind}`, { number })}
                </a>
              </li>
            ))}
          </ul>
        </Detail>
      )}
    </>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
