import type { Id } from '@/api/types'
import type { OutboxChannel } from './channel'
import type { Send } from './request'
import type { OutboxStore } from './store'

/** Everything the outbox needs from the browser, so that a page, the service worker and a test can each supply it. */
export interface Environment {
  store: OutboxStore
  channel: OutboxChannel
  send: Send
  /** Asks the server for the logged-in member. A message that waited is sent only while its writer is logged in. */
  loggedInMember: () => Promise<Id | null>
  /** Web Locks; without them one tab alone sends in order. */
  locks: Pick<LockManager, 'request'> | undefined
  isOnline: () => boolean
  /** Milliseconds since the epoch. */
  now: () => number
  newId: () => Id
  /**
   * Whether a page is open on which the member can decide. Without one, a withdrawn send and an unreadable photo stay
   * as they are until a page settles them.
   */
  isAttended: boolean
}
