import { useMatch, useParams } from 'react-router'
import { useUser } from '@/api/use-user'
import { PayScreen } from '@/features/credits/components/pay-screen'
import { PaymentResult } from '@/features/credits/components/payment-result'
import { Page } from '@/ui'

/** `/credits/{package}/{method?}` before paying, `/credits/{order}/return` after. */
export default function PaymentRoute() {
  const { id = '', method } = useParams()
  const { user } = useUser()
  const isReturn = useMatch('/credits/:id/return') !== null
  if (!user) return null
  return (
    <Page>
      {isReturn ? (
        <PaymentResult key={id} orderId={id} memberId={user.id} />
      ) : (
        <PayScreen key={id} packageId={id} method={method ?? null} memberId={user.id} />
      )}
    </Page>
  )
}
