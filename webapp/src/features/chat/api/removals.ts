import { useSyncExternalStore } from 'react'
import type { Id } from '@/api/types'

const undoTime = 6_000

interface Removal {
  run: () => void
  timer: ReturnType<typeof setTimeout>
}

let removing: ReadonlyMap<Id, Removal> = new Map()
const listeners = new Set<() => void>()

function set(next: ReadonlyMap<Id, Removal>) {
  removing = next
  listeners.forEach((listener) => listener())
}

/** Gone from the list at once; `act` runs when nobody has brought it back in time. */
export function removeSoon(id: Id, act: () => Promise<void>): void {
  bringBack(id)
  const run = () => void act().finally(() => bringBack(id))
  set(new Map([...removing, [id, { run, timer: setTimeout(run, undoTime) }]]))
}

export function bringBack(id: Id): void {
  clearTimeout(removing.get(id)?.timer)
  set(new Map([...removing].filter(([other]) => other !== id)))
}

// Whoever leaves the page has thought again for long enough.
window.addEventListener('pagehide', () => {
  for (const { run, timer } of removing.values()) {
    clearTimeout(timer)
    run()
  }
})

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useRemoving(): ReadonlyMap<Id, unknown> {
  return useSyncExternalStore(subscribe, () => removing)
}
