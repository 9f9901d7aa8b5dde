import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { scrollBehavior, slide } from '@/ui'
import type { Entry } from '@/features/chat/model/entries'

const near = 48

/** Counted from the end: 0 there, and less the further one goes back. */
const isNearEnd = (box: HTMLElement) => Math.abs(box.scrollTop) < near

/**
 * Opens at the first unread message, else at the end; sticks to the end only while it is in view. The list ends at the
 * bottom, so a new message moves all others.
 */
export function useChatScroll(
  list: RefObject<HTMLElement | null>,
  entries: Entry[],
  isTyping: boolean,
  isSettled: boolean,
) {
  const scroller = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const isOpening = useRef(true)
  const drawn = useRef({ height: 0, tail: '' })
  const last = entries.at(-1)
  const tail = `${last?.key} ${isTyping}`
  const isOwnMessage =
    last?.kind === 'bubble' &&
    (last.delivery === 'waiting' || last.delivery === 'blocked' || last.delivery === 'sending')

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || !list.current) return
    const before = drawn.current
    const height = list.current.offsetHeight
    const unread = isOpening.current ? box.querySelector('[data-unread]') : null
    if (isSettled) isOpening.current = false
    drawn.current = { height, tail }
    if (unread) box.scrollTop += unread.getBoundingClientRect().top - box.getBoundingClientRect().top - near
    else if (before.tail === tail) return
    // New messages below push the rest up; keep the scroll position.
    else if (!isOwnMessage && !isNearEnd(box)) box.scrollTop -= height - before.height
    else {
      box.scrollTop = 0
      if (before.tail !== '' && height !== before.height) slide(list.current, height - before.height)
    }
  })

  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const look = () => setAtEnd(isNearEnd(box))
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [])

  const toEnd = () => {
    scroller.current?.scrollTo({ top: 0, behavior: scrollBehavior() })
    scroller.current?.focus({ preventScroll: true })
  }
  return { scroller, isAtEnd, toEnd }
}
