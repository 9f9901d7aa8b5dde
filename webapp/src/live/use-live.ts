import { useEffect, useEffectEvent } from 'react'
import type { LiveEvents } from '@/api/types'
import { useSingleton } from '@/singletons'
import { createLiveEvents } from './stream'

/** Runs the handler for every live event of that name while the component is shown. */
export function useLive<N extends keyof LiveEvents>(name: N, handler: (data: LiveEvents[N]) => void): void {
  const { subscribe } = useSingleton(createLiveEvents)
  const latest = useEffectEvent(handler)
  useEffect(() => subscribe(name, (data) => latest(data)), [name, subscribe])
}
