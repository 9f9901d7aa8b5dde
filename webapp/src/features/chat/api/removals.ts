import { useSyncExternalStore } from 'react'
import type { Id } from '@/api/types'
import { useSingleton } from '@/singletons'
import { createStore } from '@/store'

const undoTime = 6_000

interface Removal {
  run: () => void
  timer: ReturnType<typeof setTimeout>
}

/** The chats that are being removed and can be brought back for six seconds. */
export function createRemovals() {
  const { get, set, subscribe } = createStore<ReadonlyMap<Id, Removal>>(new Map())

  function bringBack(id: Id): void {
    clearTimeout(get().get(id)?.timer)
    set(new Map([...get()].filter(([other]) => other !== id)))
  }

  // A page that is left removes at once: its timers would never fire.
  globalThis.window?.addEventListener('pagehide', () => {
    for (const { run, timer } of get().values()) {
      clearTimeout(timer)
      run()
    }
  })

  return {
    get,
    subscribe,
    bringBack,
    /** Hides the chat at once and calls `act` unless it is brought back in time. */
    removeSoon(id: Id, act: () => Promise<void>): void {
      bringBack(id)
      const run = () => void act().finally(() => bringBack(id))
      set(new Map([...get(), [id, { run, timer: setTimeout(run, undoTime) }]]))
    },
  }
}

export function useRemoving(): ReadonlyMap<Id, unknown> {
  const removals = useSingleton(createRemovals)
  return useSyncExternalStore(removals.subscribe, removals.get, removals.get)
}
