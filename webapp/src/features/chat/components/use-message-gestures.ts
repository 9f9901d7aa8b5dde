import { useEffect, useEffectEvent, type RefObject } from 'react'

const holdTime = 450
const stillWithin = 10

const messageAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-message]') : null
const buttonOf = (message: HTMLElement | null | undefined) =>
  message?.querySelector<HTMLElement>('button[data-options]') ?? null

/**
 * A long press with a finger opens the options of a message; on a keyboard one of their buttons is in the tab order,
 * and the arrow keys move between them.
 */
export function useMessageGestures(
  list: RefObject<HTMLElement | null>,
  onOptions: (message: HTMLElement) => void,
): void {
  const open = useEffectEvent(onOptions)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const ending = new AbortController()
    const on = <K extends keyof HTMLElementEventMap>(name: K, listener: (event: HTMLElementEventMap[K]) => void) =>
      element.addEventListener(name, listener, { signal: ending.signal })

    let timer: ReturnType<typeof setTimeout> | undefined
    let start = { x: 0, y: 0 }
    let isTouch = false
    const stop = () => clearTimeout(timer)
    const isOnControl = (target: EventTarget | null) =>
      target instanceof Element && target.closest('a, button:not([data-photo]), input') !== null
    on('pointerdown', (event) => {
      stop()
      isTouch = event.pointerType !== 'mouse'
      const message = messageAt(event.target)
      if (!isTouch || !message || !buttonOf(message) || isOnControl(event.target)) return
      start = { x: event.clientX, y: event.clientY }
      timer = setTimeout(() => open(message), holdTime)
    })
    on('pointermove', ({ clientX, clientY }) => {
      if (Math.hypot(clientX - start.x, clientY - start.y) > stillWithin) stop()
    })
    on('pointerup', stop)
    on('pointercancel', stop)
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
      stop()
      ending.abort()
    }
  }, [list])
}
