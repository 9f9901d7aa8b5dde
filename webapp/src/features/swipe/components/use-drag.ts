import { useRef, type PointerEvent } from 'react'

const farEnough = 0.28
const fastEnough = 0.6

interface Drag {
  pointer: number
  x: number
  y: number
  at: number
  isSideways: boolean
}

/** A card that a finger moves: let go far or fast enough it decides, otherwise it springs back. */
export function useDrag(onDecide: (like: boolean) => boolean) {
  const drag = useRef<Drag | null>(null)

  const move = (element: HTMLElement, dx: number, dy: number) => {
    element.style.setProperty('--dx', `${dx}px`)
    element.style.setProperty('--dy', `${dy}px`)
    element.style.setProperty('--pull', String(Math.max(-1, Math.min(1, dx / (element.offsetWidth * farEnough)))))
  }
  const release = (element: HTMLElement) => {
    drag.current = null
    delete element.dataset.drag
    move(element, 0, 0)
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || drag.current) return
      drag.current = {
        pointer: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        at: event.timeStamp,
        isSideways: false,
      }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      if (now?.pointer !== event.pointerId) return
      const [dx, dy] = [event.clientX - now.x, event.clientY - now.y]
      if (!now.isSideways && Math.abs(dx) > 8) {
        now.isSideways = true
        event.currentTarget.setPointerCapture(event.pointerId)
        event.currentTarget.dataset.drag = ''
      }
      if (now.isSideways) move(event.currentTarget, dx, dy * 0.3)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      if (now?.pointer !== event.pointerId) return
      const dx = event.clientX - now.x
      const speed = Math.abs(dx) / Math.max(1, event.timeStamp - now.at)
      const isFar =
        Math.abs(dx) > event.currentTarget.offsetWidth * farEnough || (speed > fastEnough && Math.abs(dx) > 40)
      if (now.isSideways && isFar && onDecide(dx > 0)) drag.current = null
      else release(event.currentTarget)
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => release(event.currentTarget),
  }
}
