import { useSyncExternalStore } from 'react'
import { useSingleton } from '@/singletons'
import { createStore } from '@/store'

/** `unknown`: the browser has not been asked yet, or shows no pushes at all. */
export type PushStatus = 'unknown' | 'capable' | 'subscribed' | 'denied'

/** Message of the service worker to open pages about a push that arrived. */
export interface PushMessage {
  type: 'push'
  push: { type?: string; count?: number; path?: string }
}

export interface PushState {
  status: PushStatus
  /** Whether the browser has been asked; until then `unknown` says nothing. */
  isFoundOut: boolean
  lastMessage: PushMessage | null
}

const atFirst: PushState = { status: 'unknown', isFoundOut: false, lastMessage: null }

/** The state of pushes in this browser, and the member it was read for. */
export function createPushState() {
  const { get, set, subscribe } = createStore(atFirst)
  let foundOutFor: string | null = null
  return {
    get,
    subscribe,
    change: (change: Partial<PushState>) => set({ ...get(), ...change }),
    /** Whether this is the first call for the member since another one or since the page was loaded. */
    isFirstFor(memberId: string): boolean {
      const isFirst = foundOutFor !== memberId
      foundOutFor = memberId
      return isFirst
    },
  }
}

export type PushStateStore = ReturnType<typeof createPushState>

export function usePushState(): PushState {
  const push = useSingleton(createPushState)
  return useSyncExternalStore(push.subscribe, push.get, () => atFirst)
}
