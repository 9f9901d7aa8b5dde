import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { NoAccess } from '@/app/errors/no-access'
import { ClosedDesk } from '@/app/gates/desk/closed-desk'
import { fileAddress, files, usePayouts } from '@/features/finance/api/finance'
import styles from '@/features/finance/components/finance.module.css'
import { InvoiceList } from '@/features/finance/components/invoice-list'
import { PayoutList } from '@/features/finance/components/payout-list'
import { Button, ErrorState, Loading, Page, PageTitle, Skeleton, TextInput } from '@/ui'

const names = { invoices: 'finance_invoices', vat: 'finance_file_vat', payouts: 'finance_payouts' } as const
const isoDay = (at: Date) => at.toISOString().slice(0, 10)

/** The last thirty days, in UTC as the books are. */
function lastDays(now: Date) {
  return { since: isoDay(new Date(now.getTime() - 30 * 86_400_000)), until: isoDay(now) }
}

/** The desk of finance: what the brand's company invoiced and was paid. The server decides about access. */
export default function FinanceRoute() {
  const { t } = useTranslation(['desk', 'common'])
  const [asked, setAsked] = useState(() => ({ ...lastDays(new Date()), payment: '' }))
  const days = { since: asked.since, until: asked.until }
  const { data, error, mutate } = usePayouts(days)
  if (isApiError(error, 'forbidden')) return <NoAccess />
  if (isApiError(error, 'finance_required')) return <ClosedDesk title={t('common:desk_finance')} />

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const given = (name: string) => String(form.get(name) ?? '').trim()
    setAsked({ since: given('since'), until: given('until'), payment: given('payment') })
  }

  return (
    <Page>
      <PageTitle title={t('common:desk_finance')} lead={data && t('finance_lead', { company: data.company })} />
      <form onSubmit={submit} className={styles.fields}>
        <TextInput label={t('finance_from')} name="since" type="date" defaultValue={asked.since} required />
        <TextInput label={t('finance_until')} name="until" type="date" defaultValue={asked.until} required />
        <TextInput
          label={t('finance_payment')}
          hint={t('finance_payment_hint')}
          name="payment"
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit">{t('finance_show')}</Button>
      </form>
      <h2>{t('finance_export')}</h2>
      <p className={styles.files}>
        {files.map((kind) => (
          <a key={kind} href={fileAddress(kind, days)} download>
            {kind === 'datev' ? 'DATEV' : t(names[kind])}
          </a>
        ))}
      </p>
      <h2>{t('finance_payouts')}</h2>
      {data ? (
        <PayoutList {...data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <Loading>
          <Skeleton height="200px" />
        </Loading>
      )}
      <h2>{t('finance_invoices')}</h2>
      {data && <InvoiceList key={JSON.stringify(asked)} days={days} payment={asked.payment} />}
    </Page>
  )
}
