import { isPushSubscribed } from './push-state'

const minute = 60_000

/** The safety net under the live stream; slower when pushes arrive anyway. */
export function refreshInterval(): number {
  return isPushSubscribed() ? 5 * minute : minute
}
