import { useSWRConfig } from 'swr'
import { useSingleton } from '@/singletons'

const rest = 250

/** The pending refresh of each key, shared by all components that change it. */
const createTimers = () => new Map<string, ReturnType<typeof setTimeout>>()

/**
 * Changes the cached value of a key at once. That makes an answer on its way out of date, and SWR throws it away,
 * so one more is asked for when the changes have come to rest. Asking for one per change would never end.
 */
export function useChange<T>(key: string) {
  const { cache, mutate } = useSWRConfig()
  const timers = useSingleton(createTimers)
  const known = () => cache.get(key)?.data as T | undefined
  const refresh = () => void mutate(key)
  const refreshSoon = () => {
    clearTimeout(timers.get(key))
    // The component, and its cache, may be gone by then.
    timers.set(
      key,
      setTimeout(() => void mutate(key).catch(() => undefined), rest),
    )
  }
  const change = (next: (data: T) => T) => {
    const data = known()
    const wasAsking = cache.get(key)?.isValidating === true
    if (data !== undefined) void mutate(key, next(data), { revalidate: false })
    if (wasAsking) refreshSoon()
  }
  return { known, change, refresh, refreshSoon }
}
