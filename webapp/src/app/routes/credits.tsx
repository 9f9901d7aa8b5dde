import { useUser } from '@/api/use-user'
import { BuyScreen } from '@/features/credits/components/buy-screen'
import { OfferReason } from '@/features/offer/components/offer-reason'
import { Page } from '@/ui'

export default function CreditsRoute() {
  const { user } = useUser()
  return <Page>{user && <BuyScreen user={user} reason={<OfferReason user={user} />} />}</Page>
}
