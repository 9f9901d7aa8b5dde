import { useLayoutEffect, type MouseEvent } from 'react'
import { useNavigate, type To } from 'react-router'
import './carry-photo.css'

const loadTimeout = 400
let arrived: (() => void) | null = null

function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}

/**
 * For a link around a photo: the photo moves to where the next screen shows it, if the browser can and motion is
 * welcome. Otherwise it is an ordinary link.
 */
export function useCarryPhoto(to: To, state: unknown) {
  const navigate = useNavigate()
  return (event: MouseEvent<HTMLElement>) => {
    const photo = event.currentTarget.querySelector<HTMLElement>('[data-photo]')
    if (!photo || !isPlain(event) || typeof document.startViewTransition !== 'function') return
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    event.preventDefault()
    photo.style.viewTransitionName = 'photo'
    const move = document.startViewTransition(async () => {
      photo.style.viewTransitionName = ''
      const there = new Promise<void>((resolve) => {
        arrived = resolve
        setTimeout(resolve, loadTimeout)
      })
      await navigate(to, { state })
      await there
    })
    // A move that cannot be shown is only a screen without it.
    move.ready.catch(() => undefined)
  }
}

/** For the screen a photo is carried to; its photo has the class `carried-photo`. */
export function useCarriedPhoto(): void {
  useLayoutEffect(() => {
    arrived?.()
    arrived = null
  }, [])
}
