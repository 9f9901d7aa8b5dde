import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '@/i18n/use-dates'
import { useMoney } from '@/i18n/use-money'
import { Button, ErrorState, Loading, Skeleton } from '@/ui'
import { useMemberPayments } from '@/features/staff/api/desk'
import styles from './staff.module.css'

const ended = ['completed', 'failed', 'cancelled', 'expired'] as const

/** Payments and saved methods of an opened member, shown when asked for: each look is recorded. */
export function MemberPayments({ id }: { id: string }) {
  const { t } = useTranslation('staff')
  const [isWanted, setIsWanted] = useState(false)
  return (
    <section>
      <h3>{t('payments')}</h3>
      {isWanted ? (
        <Payments id={id} />
      ) : (
        <Button kind="secondary" onClick={() => setIsWanted(true)}>
          {t('payments_show')}
        </Button>
      )}
    </section>
  )
}

function Payments({ id }: { id: string }) {
  const { t } = useTranslation('staff')
  const { day, moment } = useDates()
  const money = useMoney()
  const { data, error, mutate } = useMemberPayments(id)
  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data) {
    return (
      <Loading>
        <Skeleton height="96px" />
      </Loading>
    )
  }
  return (
    <>
      {data.payments.length === 0 && <p className={styles.quiet}>{t('payments_none')}</p>}
      <ul className={styles.log}>
        {data.payments.map((payment) => (
          <li key={payment.id}>
            <strong>{money(payment.amount)}</strong>{' '}
            <span className={styles.quiet}>
              {[
                moment(payment.created_at),
                payment.method,
                t(`payment_${ended.find((one) => one === payment.status) ?? 'waiting'}`),
                payment.returned && t('payment_returned', { price: money(payment.returned) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {data.methods.length > 0 && (
        <>
          <h4>{t('methods')}</h4>
          <ul className={styles.log}>
            {data.methods.map((method) => (
              <li key={`${method.kind} ${method.saved_at}`}>
                {[method.brand ?? method.kind, method.last4 && `•••• ${method.last4}`].filter(Boolean).join(' ')}{' '}
                <span className={styles.quiet}>
                  {[day(method.saved_at), method.removed && t('method_removed')].filter(Boolean).join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
