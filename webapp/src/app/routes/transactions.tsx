import { useParams } from 'react-router'
import { useUser } from '@/api/use-user'
import { TransactionScreen } from '@/features/credits/components/transaction-screen'
import { TransactionsScreen } from '@/features/credits/components/transactions-screen'
import { Page } from '@/ui'

export default function TransactionsRoute() {
  const { id } = useParams()
  const { user } = useUser()
  return (
    <Page width={id ? 'reading' : 'content'}>
      {user && (id ? <TransactionScreen key={id} id={id} /> : <TransactionsScreen user={user} />)}
    </Page>
  )
}
