import { useSingleton } from '@/singletons'
import { createPushState } from './push-state'

const minute = 60_000

/** Milliseconds between two polls of a list that the live stream keeps current, longer where pushes arrive as well. */
export function useRefreshInterval(): () => number {
  const push = useSingleton(createPushState)
  return () => (push.get().status === 'subscribed' ? 5 * minute : minute)
}
