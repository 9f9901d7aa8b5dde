import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { keep, kept } from '@/api/device/member-storage'
import type { User } from '@/api/types'
import { useOffer } from '@/features/offer/api/use-offer'
import { isMembersArea, mayOpen, modalDelay } from '@/features/offer/model/modal'
import { OfferDialog } from './offer-dialog'

/**
 * The dialog of the time bonus, which opens once over any screen of the members area. Mounted beside the routes, not
 * inside a layout: going from the members to the chats changes the layout, and the forty seconds go on.
 */
export function OfferModal({ user }: { user: User }) {
  const offer = useOffer(user)
  const { pathname } = useLocation()
  const [isOpen, setOpen] = useOpening(user, pathname)
  if (!offer) return null
  const close = () => {
    setOpen(false)
    keep(user.id, 'offer-dismissed', Date.now())
  }
  return <OfferDialog {...offer} open={isOpen} onClose={close} />
}

/** Open forty seconds after coming into the members area. */
function useOpening(user: User, pathname: string) {
  const [isOpen, setOpen] = useState(false)
  const isInside = isMembersArea(pathname)
  const may = mayOpen(user, kept<number>(user.id, 'offer-dismissed'))
  useEffect(() => {
    if (!isInside || !may) return
    const timer = setTimeout(() => setOpen(true), modalDelay)
    return () => clearTimeout(timer)
  }, [isInside, may])
  return [isOpen && may, setOpen] as const
}
