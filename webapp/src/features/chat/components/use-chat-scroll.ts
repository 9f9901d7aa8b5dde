import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Entry } from '@/features/chat/model/entries'

const near = 48

/** Counted from the end: 0 there, and less the further one goes back. */
const isNearEnd = (box: HTMLElement) => Math.abs(box.scrollTop) < near

/** Opens at the first unread message, else at the end; sticks to the end only while it is in view. */
export function useChatScroll(entries: Entry[], isTyping: boolean, isSettled: boolean) {
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
    if (!box) return
    const before = drawn.current
    const unread = isOpening.current ? box.querySelector('[data-unread]') : null
    if (isSettled) isOpening.current = false
    drawn.current = { height: box.scrollHeight, tail }
    if (unread) box.scrollTop += unread.getBoundingClientRect().top - box.getBoundingClientRect().top - near
    else if (before.tail === tail) return
    else if (isOwnMessage) box.scrollTop = 0
    // New messages below push the rest up; keep the scroll position.
    else if (!isNearEnd(box)) box.scrollTop -= box.scrollHeight - before.height
  })

  useEffect(() => {
    const box = scroller.current
    if (!box) return
    const look = () => setAtEnd(isNearEnd(box))
    box.addEventListener('scroll', look, { passive: true })
    return () => box.removeEventListener('scroll', look)
  }, [])

  const toEnd = () => {
    scroller.current?.scrollTo({ top: 0, behavior: 'smooth' })
    scroller.current?.focus({ preventScroll: true })
  }
  return { scroller, isAtEnd, toEnd }
}
