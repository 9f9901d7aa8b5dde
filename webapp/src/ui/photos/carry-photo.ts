import { useLayoutEffect, type MouseEvent } from 'react'
import { useNavigate, type To } from 'react-router'
import { useSingleton } from '@/singletons'
import { hasLessMotion } from '@/ui/less-motion'
import './carry-photo.css'

const loadTimeout = 400

/** The wait of a running view transition for the screen it leads to. */
function createArrival() {
  let resolve: (() => void) | null = null
  return {
    /** Resolves when the screen is there, or after the timeout. */
    wait: () =>
      new Promise<void>((done) => {
        resolve = done
        setTimeout(done, loadTimeout)
      }),
    end() {
      resolve?.()
      resolve = null
    },
  }
}

function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}

/**
 * For a link around a photo: the photo moves to where the next screen shows it, if the browser can and motion is
 * welcome. Otherwise it is an ordinary link.
 */
export function useCarryPhoto(to: To, state: unknown) {
  const navigate = useNavigate()
  const arrival = useSingleton(createArrival)
  return (event: MouseEvent<HTMLElement>) => {
    const photo = event.currentTarget.querySelector<HTMLElement>('[data-photo]')
    if (!photo || !isPlain(event) || typeof document.startViewTransition !== 'function') return
    if (hasLessMotion()) return
    // A photo that is there already would be a second one of the same name.
    if (document.querySelector('.carried-photo')) return
    event.preventDefault()
    photo.style.viewTransitionName = 'photo'
    const move = document.startViewTransition(async () => {
      photo.style.viewTransitionName = ''
      const isThere = arrival.wait()
      await navigate(to, { state })
      await isThere
    })
    // A move that cannot be shown is only a screen without it.
    move.ready.catch(() => undefined)
  }
}

/** For the screen a photo is carried to; its photo has the class `carried-photo`. */
export function useCarriedPhoto(): void {
  const arrival = useSingleton(createArrival)
  useLayoutEffect(() => arrival.end(), [arrival])
}
