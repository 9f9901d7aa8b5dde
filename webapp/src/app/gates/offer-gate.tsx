import i18next from 'i18next'
import { lazy, Suspense } from 'react'
import { useUser } from '@/api/use-user'

const Offer = lazy(async () => {
  const [{ Offer }] = await Promise.all([import('@/features/offer/components/offer'), i18next.loadNamespaces('offer')])
  return { default: Offer }
})

/** Only new members who never bought load what tells them of their offer. */
export function OfferGate() {
  const { user } = useUser()
  if (!user || user.paid_user || user.signup_seconds_ago >= 14_400) return null
  return (
    <Suspense>
      <Offer key={user.id} user={user} />
    </Suspense>
  )
}
