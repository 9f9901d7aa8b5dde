import { Suspense, useLayoutEffect, useRef, type ReactNode } from 'react'
import { countDehydrated } from '@/api/taken-over'

interface Props {
  children: ReactNode
  fallback?: ReactNode
}

/** A Suspense boundary of a page that the server may have drawn: until it is hydrated, the page is not taken over. */
export function HydrationBoundary({ children, fallback }: Props) {
  const isHere = useRef(false)
  const isCounted = useRef(false)
  const count = (isDehydrated: boolean) => {
    if (isCounted.current === isDehydrated) return
    isCounted.current = isDehydrated
    countDehydrated(isDehydrated ? 1 : -1)
  }
  useLayoutEffect(() => {
    count(!isHere.current)
    return () => count(false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <Suspense fallback={fallback}>
      {children}
      <Here
        onHere={() => {
          isHere.current = true
          count(false)
        }}
      />
    </Suspense>
  )
}

/** Stands after what the boundary waits for. */
function Here({ onHere }: { onHere: () => void }) {
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(onHere, [])
  return null
}
