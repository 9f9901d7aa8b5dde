// Between the tabs and workers of this site on this device. Browsers that refuse storage refuse these too.

/** A channel to the other pages and workers of this site; null where the browser has or allows none. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}

/** Absent on the server and in old browsers. */
export const webLocks = (): LockManager | undefined => (typeof navigator === 'undefined' ? undefined : navigator.locks)

/** Runs `act` while holding the lock; without the lock where the browser has no Web Locks or rejects the request. */
export async function exclusively<T>(
  locks: Pick<LockManager, 'request'> | undefined,
  name: string,
  act: () => Promise<T>,
): Promise<T> {
  let isHeld = false
  try {
    if (!locks) return await act()
    return await locks.request(name, () => {
      isHeld = true
      return act()
    })
  } catch (error) {
    if (isHeld || !locks) throw error
    return act()
  }
}
