import { useSyncExternalStore } from 'react'
import { useSingleton } from '@/singletons'

/** The browser's `online` and `offline` events, and when the last `offline` came. */
function createConnection() {
  let lostAt: number | null = null
  return { lostAt: () => lostAt, subscribe: (listener: () => void) => subscribe(listener, (at) => (lostAt = at)) }
}

function subscribe(listener: () => void, onLost: (at: number) => void) {
  const lost = () => {
    onLost(Date.now())
    listener()
  }
  window.addEventListener('online', listener)
  window.addEventListener('offline', lost)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', lost)
  }
}

export function useOnline(): { online: boolean; since: Date | null } {
  const connection = useSingleton(createConnection)
  const online = useSyncExternalStore(
    connection.subscribe,
    () => navigator.onLine,
    () => true,
  )
  const lostAt = connection.lostAt()
  return { online, since: lostAt === null ? null : new Date(lostAt) }
}
