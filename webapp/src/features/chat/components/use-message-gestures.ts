import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Milliseconds. */
const holdTime = 450
const doubleTapTime = 300
/** Pixels. */
const stillWithin = 10
const replyFrom = 56
const longestSwipe = 80
/** A swipe from the edge is the browser's way back. */
const edge = 24

const messageAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-message]') : null
const buttonOf = (message: HTMLElement | null | undefined) =>
  message?.querySelector<HTMLElement>('button[data-options]') ?? null
const isOn = (target: EventTarget | null, controls: string) =>
  target instanceof Element && target.closest(controls) !== null

interface Gestures {
  onOptions: (message: HTMLElement) => void
  onHeart: (message: HTMLElement) => void
  onReply: (message: HTMLElement) => void
}

/** One finger on one message, from its touch to its release. */
interface Press {
  message: HTMLElement
  id: number
  x: number
  y: number
  state: 'still' | 'held' | 'swiping' | 'moved'
  swiped: number
}

/**
 * With a finger, a long press opens the options of a message, a double tap gives it a heart, and a swipe to the right
 * answers it. On a keyboard one of the buttons of the options is in the tab order, and the arrow keys move between them.
 */
export function useMessageGestures(list: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const onOptions = useEffectEvent(gestures.onOptions)
  const onHeart = useEffectEvent(gestures.onHeart)
  const onReply = useEffectEvent(gestures.onReply)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const ending = new AbortController()
    const on = <K extends keyof HTMLElementEventMap>(
      name: K,
      listener: (event: HTMLElementEventMap[K]) => void,
      capture = false,
    ) => element.addEventListener(name, listener, { signal: ending.signal, capture })

    let timer: ReturnType<typeof setTimeout> | undefined
    let press: Press | null = null
    let tapped: { message: HTMLElement; at: number } | null = null
    let isTouch = false
    /** Whether the click that follows this touch is none. */
    let isSpent = false

    const hold = () => {
      if (press?.state !== 'still') return
      press.state = 'held'
      isSpent = true
      press.message.dataset.held = ''
    }
    const swipeTo = (at: number) => {
      if (!press) return
      press.swiped = Math.max(0, Math.min(at, longestSwipe))
      press.message.style.setProperty('--swiped', `${press.swiped}px`)
      press.message.toggleAttribute('data-swiped', press.swiped >= replyFrom)
    }
    const end = () => {
      clearTimeout(timer)
      if (press) {
        delete press.message.dataset.held
        press.message.style.removeProperty('--swiped')
        press.message.removeAttribute('data-swiped')
      }
      const ended = press
      press = null
      return ended
    }
    const tap = (message: HTMLElement, at: number) => {
      const isSecond = tapped?.message === message && at - tapped.at < doubleTapTime
      tapped = isSecond ? null : { message, at }
      if (isSecond) onHeart(message)
    }

    on('pointerdown', (event) => {
      // A second finger zooms.
      if (press && event.pointerId !== press.id) return void end()
      end()
      isTouch = event.pointerType !== 'mouse'
      isSpent = false
      const message = messageAt(event.target)
      if (!isTouch || !message || !buttonOf(message) || isOn(event.target, 'a, button:not([data-photo]), input')) return
      press = { message, id: event.pointerId, x: event.clientX, y: event.clientY, state: 'still', swiped: 0 }
      timer = setTimeout(hold, holdTime)
    })
    on('pointermove', ({ clientX, clientY }) => {
      if (!press || press.state === 'held' || press.state === 'moved') return
      const [right, down] = [clientX - press.x, clientY - press.y]
      if (press.state === 'still' && Math.hypot(right, down) > stillWithin) {
        clearTimeout(timer)
        press.state = right > 2 * Math.abs(down) && press.x > edge ? 'swiping' : 'moved'
        isSpent = true
      }
      if (press.state === 'swiping') swipeTo(right - stillWithin)
    })
    const release = () => {
      const ended = end()
      // Not before the event is over: the release of the finger would close the menu as a press beside it.
      if (ended?.state === 'held') setTimeout(() => onOptions(ended.message))
      return ended
    }
    on('pointerup', (event) => {
      const ended = release()
      if (ended?.state === 'still' && !isOn(event.target, '[data-photo]')) tap(ended.message, event.timeStamp)
      if (ended?.state === 'swiping' && ended.swiped >= replyFrom) onReply(ended.message)
    })
    // The browser may take a finger that holds still, as if to drag.
    on('pointercancel', () => void release())
    on(
      'click',
      (event) => {
        // A press of a key has no detail.
        if (!isSpent || event.detail === 0) return
        isSpent = false
        event.preventDefault()
        event.stopPropagation()
      },
      true,
    )
    // The browser's own menu of a long press would lie over ours; that of a mouse stays.
    on('contextmenu', (event) => {
      if (isTouch && buttonOf(messageAt(event.target))) event.preventDefault()
    })
    on('keydown', (event) => {
      const at = messageAt(event.target)
      if (!(event.target instanceof HTMLElement) || event.target !== buttonOf(at)) return
      const buttons = [...element.querySelectorAll<HTMLElement>('button[data-options]')]
      const index = buttons.indexOf(event.target)
      const next = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: buttons.length - 1 }[event.key]
      if (next === undefined) return
      event.preventDefault()
      buttons[Math.max(0, Math.min(next, buttons.length - 1))]?.focus()
    })
    return () => {
      end()
      ending.abort()
    }
  }, [list])
}
