import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { scrollBehavior } from '@/ui'
import { turn } from '@/features/members/model/turn'

const settled = 80

/** A row of slides that a finger moves; the index follows where it comes to rest. */
export function useSlides(start: number, total: number) {
  const [index, setIndex] = useState(start)
  const track = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const scrollTo = (place: number, behavior: ScrollBehavior) => {
    const row = track.current
    const slide = row?.children[place]
    if (slide instanceof HTMLElement) row?.scrollTo?.({ left: slide.offsetLeft, behavior })
  }

  const go = (step: 1 | -1) => {
    const next = turn(index, step, total)
    setIndex(next)
    scrollTo(next, Math.abs(next - index) === 1 ? scrollBehavior() : 'auto')
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') go(1)
    else if (event.key === 'ArrowLeft') go(-1)
    else return
    event.preventDefault()
  })

  const showStart = useEffectEvent(() => scrollTo(start, 'auto'))

  useLayoutEffect(() => {
    // The dialog opens in its own effect; before that the slides have no width.
    const frame = requestAnimationFrame(() => showStart())
    return () => cancelAnimationFrame(frame)
  }, [])

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => {
      window.removeEventListener('keydown', listen)
      clearTimeout(timer.current)
    }
  }, [])

  const onScroll = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const row = track.current
      if (row?.clientWidth) setIndex(Math.round(Math.abs(row.scrollLeft) / row.clientWidth))
    }, settled)
  }

  return { index, track, onScroll, go }
}
