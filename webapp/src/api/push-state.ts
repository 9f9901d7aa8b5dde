/** unknown: not found out yet, or a browser that shows no pushes at all. */
export type PushStatus = 'unknown' | 'capable' | 'subscribed' | 'denied'

/** What the service worker tells open pages of a push that came. */
export interface PushMessage {
  type: 'push'
  push: { type?: string; count?: number; path?: string }
}

interface PushState {
  status: PushStatus
  /** Whether the browser has been asked; until then `unknown` says nothing. */
  isFoundOut: boolean
  lastMessage: PushMessage | null
}

let state: PushState = { status: 'unknown', isFoundOut: false, lastMessage: null }
const listeners = new Set<() => void>()

export const pushState = (): PushState => state
export const isPushSubscribed = (): boolean => state.status === 'subscribed'

export function setPushState(change: Partial<PushState>): void {
  state = { ...state, ...change }
  listeners.forEach((listener) => listener())
}

export function onPushState(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
