import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Card, Id } from '../../../api/types'

export interface Offered {
  partner: Card
  memberId: Id
  onSent?: () => void
}

type Sheet = ComponentType<Offered & { onClose: () => void; onSent: () => void }>

const GiftSheet = lazy(() => import('./gift-sheet'))
const IcebreakerSheet = lazy(() => import('./icebreaker-sheet'))

export const useGiftSheet = (offered: Offered) => useOfferSheet('gift', GiftSheet, offered)
export const useIcebreakerSheet = (offered: Offered) => useOfferSheet('lines', IcebreakerSheet, offered)

/**
 * A sheet that is open from the start for whoever comes back to a choice from paying: `back` is what the address says
 * then. Draw it outside of any form.
 */
function useOfferSheet(back: string, Sheet: Sheet, { onSent, ...who }: Offered): [ReactNode, () => void] {
  const [search, setSearch] = useSearchParams()
  const [open, setOpen] = useState(() => search.has(back))
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (!open && opener.current instanceof HTMLElement) opener.current.focus()
  }, [open])

  const show = () => {
    opener.current = document.activeElement
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    if (!search.has(back)) return
    search.delete(back)
    setSearch(search, { replace: true })
  }
  const sent = () => {
    close()
    onSent?.()
  }
  const sheet = open && (
    <Suspense>
      <Sheet {...who} onClose={close} onSent={sent} />
    </Suspense>
  )
  return [sheet, show]
}
