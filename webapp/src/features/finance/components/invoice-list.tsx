import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '@/i18n/use-dates'
import { useMoney } from '@/i18n/use-money'
import { Button, ErrorState, Loading, Skeleton } from '@/ui'
import { invoiceAddress, useInvoices, type Days } from '@/features/finance/api/finance'
import styles from './finance.module.css'

interface Props {
  days: Days
  payment: string
}

/** Invoices and credit notes, page by page. */
export function InvoiceList({ days, payment }: Props) {
  const [pages, setPages] = useState<(number | null)[]>([null])
  return (
    <ul className={styles.list}>
      {pages.map((below, at) => (
        <InvoicePage
          key={below ?? 'first'}
          days={days}
          payment={payment}
          below={below}
          onMore={at === pages.length - 1 ? (next) => setPages([...pages, next]) : null}
        />
      ))}
    </ul>
  )
}

function InvoicePage({
  days,
  payment,
  below,
  onMore,
}: Props & { below: number | null; onMore: ((below: number) => void) | null }) {
  const { t } = useTranslation('desk')
  const { day } = useDates()
  const money = useMoney('symbol')
  const { data, error, mutate } = useInvoices(days, payment, below)
  if (!data) {
    return (
      <li>
        {error ? (
          <ErrorState error={error} onRetry={() => void mutate()} />
        ) : (
          <Loading>
            <Skeleton height="160px" />
          </Loading>
        )}
      </li>
    )
  }
  const last = data.invoices.at(-1)
  return (
    <>
      {!last && below === null && <li className={styles.quiet}>{t('finance_no_invoices')}</li>}
      {data.invoices.map((each) => (
        <li key={each.number} className={styles.item}>
          <div>
            <a href={invoiceAddress(each.number)} target="_blank" rel="noreferrer">
              {t(each.amount.value.startsWith('-') ? 'finance_credit_note' : 'finance_invoice', {
                number: each.number,
              })}
            </a>
            <div className={styles.quiet}>
              {[day(each.issued_at), each.site, each.country, each.payment].join(' · ')}
            </div>
          </div>
          <div className={styles.money}>
            {money(each.amount)}
            <div className={styles.quiet}>{t('finance_vat', { amount: money(each.vat) })}</div>
          </div>
        </li>
      ))}
      {last && data.has_more && onMore && (
        <li>
          <Button kind="secondary" onClick={() => onMore(last.number)}>
            {t('finance_more')}
          </Button>
        </li>
      )}
    </>
  )
}
