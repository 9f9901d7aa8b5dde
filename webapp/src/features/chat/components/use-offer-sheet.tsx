import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Card, Id } from '@/api/types'
import { loadDrawings } from './gift-message'

export interface Offered {
  partner: Card
  memberId: Id
  onSent?: () => void
  /** Where one goes on after sending, when the button that opened it is gone by then. */
  goOnAt?: () => HTMLElement | null | undefined
}

type Sheet = ComponentType<Offered & { onClose: () => void; onSent: () => void }>
type Load = () => Promise<{ default: Sheet }>

// A gift is drawn in the chat as soon as it is chosen.
const loadGifts: Load = async () => (await Promise.all([import('./gift-sheet'), loadDrawings()]))[0]
const loadLines: Load = () => import('./icebreaker-sheet')
const GiftSheet = lazy(loadGifts)
const IcebreakerSheet = lazy(loadLines)

export const useGiftSheet = (offered: Offered) => useOfferSheet('gift', GiftSheet, loadGifts, offered)
export const useIcebreakerSheet = (offered: Offered) => useOfferSheet('lines', IcebreakerSheet, loadLines, offered)

/**
 * A sheet that is open from the start after a return from paying: `back` is the choice in the address
 * then. Draw it outside of any form.
 */
function useOfferSheet(
  back: string,
  Sheet: Sheet,
  load: Load,
  { onSent, goOnAt, ...who }: Offered,
): [ReactNode, () => void] {
  const [search, setSearch] = useSearchParams()
  const [open, setOpen] = useState(() => search.has(back))
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (!open && opener.current instanceof HTMLElement) opener.current.focus()
  }, [open])
  useEffect(() => {
    // By the time it is wanted there may be no network.
    load().catch(() => undefined)
  }, [load])

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
    opener.current = goOnAt?.() ?? opener.current
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
