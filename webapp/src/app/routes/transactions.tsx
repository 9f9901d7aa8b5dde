import { useParams } from 'react-router'
import { useUser } from '../../api/use-user'
import { TransactionsScreen } from '../../features/credits/components/transactions-screen'
import { Page } from '../../ui'

export default function TransactionsRoute() {
  const { id } = useParams()
  const { user } = useUser()
  return <Page width="reading">{user && <TransactionsScreen user={user} chosen={id ?? null} />}</Page>
}
