const minute = 60_000

/** The safety net under the live stream; slower when pushes arrive anyway. */
export function refreshInterval(pushSubscribed: boolean): number {
  return pushSubscribed ? 5 * minute : minute
}

export function isPushSubscribed(): boolean {
  return localStorage.getItem('push-subscribed') === 'yes'
}
