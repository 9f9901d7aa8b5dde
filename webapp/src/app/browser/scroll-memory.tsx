import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { isSameList } from '@/app/people/beside-list'
import { screenChanged } from '@/tracking/screen-changed'

/** Scrolls a new screen to its top and raises `screenChanged`; going back restores the position. */
export function ScrollMemory() {
  const { key, pathname } = useLocation()
  const how = useNavigationType()
  const last = useRef(pathname)
  const [positions] = useState(() => new Map<string, number>())

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    if (isSameList(pathname, last.current)) {
      // It is where the reader left it.
    } else if (how === 'POP') window.scrollTo(0, positions.get(key) ?? 0)
    else if (last.current !== pathname) window.scrollTo(0, 0)
    if (last.current !== pathname) window.dispatchEvent(new Event(screenChanged))
    last.current = pathname
    const remember = () => positions.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key, pathname, how, positions])
  return null
}
