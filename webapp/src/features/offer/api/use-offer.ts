import { useEffect, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { address, api } from '@/api/client'
import type { Discount, User } from '@/api/types'
import { offerLasts } from '@/features/offer/model/offer-lasts'

const path = 'discountcode.php'

interface Offer {
  discount: Discount
  /** On the page's monotonic clock, from the remaining time of the server: a wrong wall clock changes nothing. */
  endsAt: number
}

async function fetchOffer(): Promise<Offer | null> {
  try {
    const { discount } = await api.get<{ discount: Discount }>(path, { welcome: 'true' })
    // As the specification has it: the time bonus is the client's word for the welcome discount while its clock runs.
    return { discount, endsAt: performance.now() + (discount.seconds_left ?? 0) * 1000 }
  } catch {
    return null
  }
}

/** Billing's answer about the offer to new members: undefined while it is asked, null without an offer they can use. */
export function useOfferAnswer(user: User): Offer | null | undefined {
  const isNew = !user.paid_user && user.signup_seconds_ago < offerLasts
  const { data } = useSWR<Offer | null>(isNew ? address(path, { welcome: 'true' }) : null, fetchOffer, {
    shouldRetryOnError: false,
  })
  return isNew ? data : null
}

/** The offer to new members and the seconds it has left; null when there is none. Starting while it runs does nothing. */
export function useOffer(user: User): { discount: Discount; secondsLeft: number } | null {
  const { mutate: refresh } = useSWRConfig()
  const offer = useOfferAnswer(user)
  const [now, setNow] = useState(() => performance.now())
  const endsAt = offer?.endsAt
  const isOver = endsAt === undefined || now >= endsAt

  useEffect(() => {
    if (endsAt === undefined) return
    const timer = setInterval(() => {
      setNow(performance.now())
      if (performance.now() < endsAt) return
      clearInterval(timer)
      // From now on the price is the normal one, on every open screen.
      void refresh((key) => typeof key === 'string' && key.startsWith(address('packages.php')))
    }, 1000)
    return () => clearInterval(timer)
  }, [endsAt, refresh])

  if (!offer || isOver) return null
  return { discount: offer.discount, secondsLeft: (offer.endsAt - now) / 1000 }
}
