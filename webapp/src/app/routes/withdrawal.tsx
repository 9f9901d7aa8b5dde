import { WithdrawalScreen } from '@/features/credits/components/withdrawal-screen'
import { Page } from '@/ui'

export default function WithdrawalRoute() {
  return (
    <Page width="reading">
      <WithdrawalScreen />
    </Page>
  )
}
