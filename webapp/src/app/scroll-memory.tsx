import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { goOn } from '../tracking/tracking'

const places = new Map<string, number>()

/** A new screen starts at the top; going back returns to where one was. Who opens a second one has not bounced. */
export function ScrollMemory() {
  const { key, pathname } = useLocation()
  const how = useNavigationType()
  const last = useRef(pathname)

  useLayoutEffect(() => {
    history.scrollRestoration = 'manual'
    if (how === 'POP') window.scrollTo(0, places.get(key) ?? 0)
    else if (last.current !== pathname) window.scrollTo(0, 0)
    if (last.current !== pathname) goOn()
    last.current = pathname
    const remember = () => places.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key, pathname, how])
  return null
}
