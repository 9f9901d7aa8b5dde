import { useSingleton } from '@/singletons'
import { createPushState } from './push-state'

const minute = 60_000
/** After the page has loaded: what it was drawn with may be older than it. */
const firstAfter = 5_000

/** When this page began to look for news. */
export const createPageStart = () => performance.now()

/**
 * Milliseconds until a list is read again that the live stream keeps current: five seconds after the page has loaded, then
 * once a minute, and more rarely where pushes arrive as well.
 */
export function useRefreshInterval(): () => number {
  const push = useSingleton(createPushState)
  const startedAt = useSingleton(createPageStart)
  return () => {
    const untilFirst = startedAt + firstAfter - performance.now()
    if (untilFirst > 0) return untilFirst
    return push.get().status === 'subscribed' ? 5 * minute : minute
  }
}
