import type { Id } from '@/api/types'
import { createStore } from '@/store'

// The answer to a like and the live event report the same match, in either order.
const sameMatch = 20_000

/** The matches that the member has not seen yet, oldest first. */
export function createAnnouncements() {
  const { get: waiting, set, subscribe } = createStore<readonly Id[]>([])
  const announcedAt = new Map<Id, number>()
  let member: Id | null = null
  return {
    subscribe,
    current: (): Id | null => waiting()[0] ?? null,

    /** Makes this member the reader. Matches of another member are deleted. */
    announceTo(memberId: Id): void {
      if (member === memberId) return
      if (member !== null) {
        announcedAt.clear()
        set([])
      }
      member = memberId
    },

    /** Adds a match, once for all reports of it within 20 seconds. */
    announce(id: Id, now = Date.now()): void {
      const before = announcedAt.get(id)
      if (before !== undefined && now - before < sameMatch) return
      announcedAt.set(id, now)
      set([...waiting(), id])
    },

    /** Leaves out the reports of a match that its reader is led to anyway. */
    skip: (id: Id, now = Date.now()): void => void announcedAt.set(id, now),

    /** Ends this one and begins the next. A second call for the same match does nothing. */
    close: (id: Id): void => set(waiting().filter((other) => other !== id)),
  }
}
