import { useSyncExternalStore } from 'react'

let lostAt: number | null = null

function subscribe(listener: () => void) {
  const lost = () => {
    lostAt = Date.now()
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
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return { online, since: lostAt === null ? null : new Date(lostAt) }
}
