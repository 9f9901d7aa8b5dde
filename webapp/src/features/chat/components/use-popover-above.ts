import { useEffect, useRef, type RefObject } from 'react'

const gap = 8

/** For a popover: keeps it above something that may grow, at its end, and no higher than there is room. */
export function usePopoverAbove<Popover extends HTMLElement>(above: RefObject<HTMLElement | null>, open: boolean) {
  const popover = useRef<Popover>(null)
  useEffect(() => {
    const panel = popover.current
    const base = above.current
    if (!open || !panel || !base) return
    const position = () => {
      const { top, right } = base.getBoundingClientRect()
      panel.style.insetBlockEnd = `${window.innerHeight - top + gap}px`
      const { clientWidth } = document.documentElement
      panel.style.insetInlineEnd = `${Math.max(gap, Math.min(clientWidth - right, clientWidth - panel.offsetWidth - gap))}px`
      panel.style.maxBlockSize = `${top - 2 * gap}px`
    }
    position()
    const growing = new ResizeObserver(position)
    growing.observe(base)
    window.addEventListener('resize', position)
    return () => {
      growing.disconnect()
      window.removeEventListener('resize', position)
    }
  }, [above, open])
  return popover
}
