import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * A fact of this browser, such as what its storage holds. The server and the first drawing over its page take `onServer`,
 * so that both draw the same; the fact follows at once.
 */
export function useBrowserFact<T extends string | boolean | null>(read: () => T, onServer: T): T {
  return useSyncExternalStore(never, read, () => onServer)
}
