/** The last `most` values by their keys; the one used longest ago goes first. */
export function createCache<T>(most: number) {
  const values = new Map<string, T>()
  return {
    get(key: string): T | undefined {
      const value = values.get(key)
      if (value === undefined) return undefined
      values.delete(key)
      values.set(key, value)
      return value
    },
    set(key: string, value: T): void {
      values.delete(key)
      values.set(key, value)
      for (const oldest of values.keys()) {
        if (values.size <= most) return
        values.delete(oldest)
      }
    },
  }
}

/**
 * Refreshes values older than `lasts` milliseconds, once for all concurrent callers. A read that fails leaves the
 * value before it in place.
 */
export function createFreshCache<T>(lasts: number, most: number, now: () => number = Date.now) {
  const kept = createCache<{ value: T; at: number }>(most)
  const running = new Map<string, Promise<T>>()

  async function renew(key: string, read: () => Promise<T>): Promise<T> {
    try {
      const value = await read()
      kept.set(key, { value, at: now() })
      return value
    } catch (error) {
      const before = kept.get(key)
      if (!before) throw error
      // The next one asks after another `lasts`.
      kept.set(key, { ...before, at: now() })
      return before.value
    } finally {
      running.delete(key)
    }
  }

  return async (key: string, read: () => Promise<T>): Promise<T> => {
    const found = kept.get(key)
    if (found && now() - found.at < lasts) return found.value
    const renewal = running.get(key) ?? renew(key, read)
    running.set(key, renewal)
    return renewal
  }
}
