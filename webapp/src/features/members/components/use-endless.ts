import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

const ahead = '0px 0px 800px 0px'
const pagesAtOnce = 3

/**
 * Loads before the end is reached, a few pages at a time; after those a press on the button goes on, so that the
 * footer below can be reached. `isAuto`: the next page comes without a press, so its place is kept.
 */
export function useEndless(ready: boolean, load: () => void) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const left = useRef(pagesAtOnce)
  const [isAuto, setAuto] = useState(true)
  const loadNext = useEffectEvent(() => {
    if (left.current === 0) return
    left.current -= 1
    setAuto(left.current > 0)
    load()
  })

  useEffect(() => {
    if (!element || !ready || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadNext(), { rootMargin: ahead })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, ready])

  const goOn = useCallback(() => {
    left.current = pagesAtOnce
    setAuto(true)
    load()
  }, [load])

  return { sentinel: setElement, goOn, isAuto }
}
