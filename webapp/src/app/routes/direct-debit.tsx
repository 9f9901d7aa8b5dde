import { DirectDebitScreen } from '@/features/credits/components/direct-debit-screen'
import { Page } from '@/ui'

export default function DirectDebitRoute() {
  return (
    <Page width="reading">
      <DirectDebitScreen />
    </Page>
  )
}
