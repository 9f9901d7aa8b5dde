import { useTranslation } from 'react-i18next'
import { useDates } from '@/i18n/use-dates'
import { useMoney } from '@/i18n/use-money'
import { useMemberPayments } from '@/features/staff/api/desk'
import { Loaded, OnRequest } from './on-request'
import styles from './staff.module.css'

const ended = ['completed', 'failed', 'cancelled', 'expired'] as const

/** Payments and saved methods of an opened member. */
export function MemberPayments({ id }: { id: string }) {
  const { t } = useTranslation('staff')
  return (
    <OnRequest title={t('payments')} action={t('payments_show')}>
      <Payments id={id} />
    </OnRequest>
  )
}

function Payments({ id }: { id: string }) {
  const { t } = useTranslation('staff')
  const { day, moment } = useDates()
  const money = useMoney('symbol')
  return (
    <Loaded answer={useMemberPayments(id)}>
      {(data) => (
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
      )}
    </Loaded>
  )
}
