import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { keep, kept } from '@/api/device/member-storage'
import type { Discount, User } from '@/api/types'
import { useOffer } from '@/features/offer/api/use-offer'
import { isMembersArea, mayOpen, modalDelay } from '@/features/offer/model/modal'
import { Announcement } from './announcement'
import { OfferBanner } from './offer-banner'
import { OfferDialog } from './offer-dialog'
import styles from './offer.module.css'

/** The time bonus of a new member: its banner, why they have it, and the dialog that opens once. */
export function Offer({ user }: { user: User }) {
  const offer = useOffer(user)
  return offer && <Running user={user} {...offer} />
}

function Running({ user, discount, secondsLeft }: { user: User; discount: Discount; secondsLeft: number }) {
  const { t } = useTranslation('offer')
  const { pathname } = useLocation()
  const isShop = /^\/(credits|premium|pricing)(\/|$)/.test(pathname)
  const [isOpen, setOpen] = useOpening(user, pathname)
  const close = () => {
    setOpen(false)
    keep(user.id, 'offer-dismissed', Date.now())
  }
  return (
    <>
      <OfferBanner discount={discount} secondsLeft={secondsLeft} />
      {isShop && (
        <aside className={styles.notice} aria-label={t('special_offer')}>
          {t('why', { hours: 4 })}
        </aside>
      )}
      <Announcement secondsLeft={secondsLeft} />
      <OfferDialog discount={discount} secondsLeft={secondsLeft} open={isOpen} onClose={close} />
    </>
  )
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
