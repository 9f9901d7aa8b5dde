import type { Id } from '@/api/types'

// The answer to a like and the live event tell of the same match, in either order.
const sameMatch = 20_000

let member: Id | null = null
let waiting: Id[] = []
const toldAt = new Map<Id, number>()
const listeners = new Set<() => void>()

function set(next: Id[]) {
  waiting = next
  listeners.forEach((listener) => listener())
}

/** From now on this member is told; of another's matches nothing stays. */
export function announceTo(memberId: Id): void {
  if (member === memberId) return
  if (member !== null) {
    toldAt.clear()
    set([])
  }
  member = memberId
}

/** Tells of a match once, whoever hears of it first. */
export function announceMatch(id: Id, now = Date.now()): void {
  const before = toldAt.get(id)
  if (before !== undefined && now - before < sameMatch) return
  toldAt.set(id, now)
  set([...waiting, id])
}

/** Done with this one; the next that waits is told. Closing it twice closes nothing else. */
export function closeMatch(id: Id): void {
  set(waiting.filter((other) => other !== id))
}

export function currentMatch(): Id | null {
  return waiting[0] ?? null
}

export function onMatches(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
