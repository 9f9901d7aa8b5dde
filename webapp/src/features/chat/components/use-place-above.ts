import { useEffect, useRef, type RefObject } from 'react'

const gap = 8

/** For a popover: keeps it above something that may grow, at its end, and no higher than there is room. */
export function usePlaceAbove<Popover extends HTMLElement>(above: RefObject<HTMLElement | null>, open: boolean) {
  const popover = useRef<Popover>(null)
  useEffect(() => {
    const panel = popover.current
    const base = above.current
    if (!open || !panel || !base) return
    const place = () => {
      const { top, right } = base.getBoundingClientRect()
      panel.style.insetBlockEnd = `${window.innerHeight - top + gap}px`
      const { clientWidth } = document.documentElement
      panel.style.insetInlineEnd = `${Math.max(gap, Math.min(clientWidth - right, clientWidth - panel.offsetWidth - gap))}px`
      panel.style.maxBlockSize = `${top - 2 * gap}px`
    }
    place()
    const growing = new ResizeObserver(place)
    growing.observe(base)
    window.addEventListener('resize', place)
    return () => {
      growing.disconnect()
      window.removeEventListener('resize', place)
    }
  }, [above, open])
  return popover
}
