import type { Id } from '../../../api/types'

// The answer to a like and the live event tell of the same match, in either order.
const sameMatch = 20_000

let waiting: Id[] = []
const toldAt = new Map<Id, number>()
const listeners = new Set<() => void>()

function set(next: Id[]) {
  waiting = next
  listeners.forEach((listener) => listener())
}

/** Tells of a match once, whoever hears of it first. */
export function announceMatch(id: Id, now = Date.now()): void {
  const before = toldAt.get(id)
  if (before !== undefined && now - before < sameMatch) return
  toldAt.set(id, now)
  set([...waiting, id])
}

export function closeMatch(): void {
  set(waiting.slice(1))
}

export function currentMatch(): Id | null {
  return waiting[0] ?? null
}

export function onMatches(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
