import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id, Payment } from '@/api/types'
import { forgetCode } from '@/tracking/carried-code'
import { ErrorState, Loading, PageTitle, Skeleton } from '@/ui'
import { rememberedPurchase } from '@/features/credits/api/remember-purchase'
import { usePayment } from '@/features/credits/api/use-payment'
import { PaymentCompleted } from './payment-completed'
import { PaymentEnded } from './payment-ended'
import styles from './payment-result.module.css'
import { PaymentPending } from './payment-pending'
import { PaymentReturned } from './payment-returned'

interface Props {
  orderId: Id
  memberId: Id
}

/** Where the payment page sends its visitors back to; only our own service says how it went. */
export function PaymentResult({ orderId, memberId }: Props) {
  const { payment, error, retry } = usePayment(orderId)
  const usedCode = payment?.status === 'completed' ? payment.discount_code : null
  useEffect(() => {
    if (usedCode) forgetCode(usedCode)
  }, [usedCode])
  if (!payment && error) return <ErrorState error={error} onRetry={retry} />
  return <div aria-live="polite">{payment ? <Outcome payment={payment} memberId={memberId} /> : <LookingUp />}</div>
}

function Outcome({ payment, memberId }: { payment: Payment; memberId: Id }) {
  const purchase = rememberedPurchase(memberId, payment.payment_id)
  if (payment.returned?.value === payment.amount.value) return <PaymentReturned payment={payment} />
  if (payment.status === 'completed') return <PaymentCompleted payment={payment} next={purchase?.next ?? null} />
  if (payment.status === 'open' || payment.status === 'pending' || payment.status === 'requires_action')
    return <PaymentPending payment={payment} />
  return <PaymentEnded payment={payment} status={payment.status} purchase={purchase} />
}

function LookingUp() {
  const { t } = useTranslation('credits')
  return (
    <>
      <PageTitle title={t('result_loading')} hidden />
      <Loading className={styles.result}>
        <Skeleton className={styles.disc} />
        <Skeleton width="60%" height="32px" />
        <Skeleton width="80%" />
      </Loading>
    </>
  )
}
