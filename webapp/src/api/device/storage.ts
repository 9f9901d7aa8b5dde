/**
 * What the browser keeps for a page beside its databases (`database.ts`). In-app browsers have no storage (null), privacy
 * settings refuse it (access or use throws), and it can be full. Nothing here throws: values are then in the memory of the
 * page and lost with it. A lint rule refuses the browser's own objects everywhere else.
 */
export function createKeyValue(storageOf: () => Storage) {
  const memory = new Map<string, string>()

  function attempt<T>(act: (storage: Storage) => T, otherwise: T): T {
    try {
      return act(storageOf())
    } catch {
      return otherwise
    }
  }

  function remove(key: string): void {
    memory.delete(key)
    attempt((storage) => storage.removeItem(key), undefined)
  }

  return {
    get: (key: string): string | null => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),

    set(key: string, value: string): void {
      const isStored = attempt((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (isStored) return void memory.delete(key)
      // The value before must not come back with the next page: it may be a consent that was withdrawn.
      remove(key)
      // The server draws for everybody and remembers nobody's values.
      if (typeof window !== 'undefined') memory.set(key, value)
    },

    remove,

    keys: (): string[] => [...new Set([...attempt<string[]>(Object.keys, []), ...memory.keys()])],

    clear(): void {
      memory.clear()
      attempt((storage) => storage.clear(), undefined)
    },
  }
}

/** Outlives the tab. */
export const local = createKeyValue(() => window.localStorage)
/** Of this tab. */
export const session = createKeyValue(() => window.sessionStorage)

/** The cookies that scripts may read; none where the browser refuses them. */
export function readCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

export function writeCookie(cookie: string): void {
  try {
    document.cookie = cookie
  } catch {
    // Refused, as in a sandboxed frame.
  }
}

/** The value of a cookie of this path, which is deleted by that. */
export function takeCookie(name: string): string | null {
  const value = readCookies()
    .split('; ')
    .find((each) => each.startsWith(`${name}=`))
  if (!value) return null
  writeCookie(`${name}=; Path=${location.pathname}; Max-Age=0`)
  return value.slice(name.length + 1)
}

/** Deletes what service workers have cached. */
export async function deleteCaches(): Promise<void> {
  try {
    for (const name of await caches.keys()) await caches.delete(name)
  } catch {
    // No caches, so nothing to delete.
  }
}
