import i18next from 'i18next'
import { lazy } from 'react'
import { useUser } from '@/api/use-user'
import { offerLasts } from '@/features/offer/model/offer-lasts'
import { HydrationBoundary } from '@/app/shell/hydration-boundary'

const withTexts = <Loaded,>(load: Promise<Loaded>) =>
  Promise.all([load, i18next.loadNamespaces('offer')]).then(([loaded]) => loaded)
const OfferModal = lazy(async () => ({
  default: (await withTexts(import('@/features/offer/components/offer-modal'))).OfferModal,
}))

/** Loads the offer for new members who never bought. */
function useNewMember() {
  const { user } = useUser()
  return !user || user.paid_user || user.signup_seconds_ago >= offerLasts ? null : user
}

/** The dialog, which stands beside the routes. */
export function OfferModalGate() {
  const user = useNewMember()
  return (
    user && (
      <HydrationBoundary>
        <OfferModal key={user.id} user={user} />
      </HydrationBoundary>
    )
  )
}
