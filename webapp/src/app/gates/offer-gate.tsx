import i18next from 'i18next'
import { lazy, Suspense } from 'react'
import { useUser } from '@/api/use-user'

const withTexts = <Loaded,>(load: Promise<Loaded>) =>
  Promise.all([load, i18next.loadNamespaces('offer')]).then(([loaded]) => loaded)
const Offer = lazy(async () => ({ default: (await withTexts(import('@/features/offer/components/offer'))).Offer }))
const OfferModal = lazy(async () => ({
  default: (await withTexts(import('@/features/offer/components/offer-modal'))).OfferModal,
}))

/** Loads the offer for new members who never bought. */
function useNewMember() {
  const { user } = useUser()
  return !user || user.paid_user || user.signup_seconds_ago >= 14_400 ? null : user
}

/** The banner, which stands inside a layout. */
export function OfferGate() {
  const user = useNewMember()
  return (
    user && (
      <Suspense>
        <Offer key={user.id} user={user} />
      </Suspense>
    )
  )
}

/** The dialog, which stands beside the routes. */
export function OfferModalGate() {
  const user = useNewMember()
  return (
    user && (
      <Suspense>
        <OfferModal key={user.id} user={user} />
      </Suspense>
    )
  )
}
