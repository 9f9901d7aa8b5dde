import { useUser } from '@/api/use-user'
import { BuyScreen } from '@/features/credits/components/buy-screen'
import { Page } from '@/ui'

export default function CreditsRoute() {
  const { user } = useUser()
  return <Page>{user && <BuyScreen user={user} />}</Page>
}
