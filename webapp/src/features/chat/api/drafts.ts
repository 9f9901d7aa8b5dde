import { useSyncExternalStore } from 'react'
import { keep, kept } from '@/api/device/member-storage'
import type { Id } from '@/api/types'
import { useSingleton } from '@/singletons'
import { createStore } from '@/store'
import { useBrowserFact } from '@/ui'

const draftName = (profileId: Id) => `draft:${profileId}`

/** The draft to a member on this device; empty for none. `src/device-words.ts` reads it, too. */
const keptDraft = (memberId: Id, profileId: Id): string => kept<string>(memberId, draftName(profileId)) ?? ''

/** The drafts on this device, of which each outlives the screen, the session and a reload. */
export function createDrafts() {
  // Counts the changes, so that a list beside the chat draws its rows again.
  const { get, set, subscribe } = createStore(0)
  globalThis.window?.addEventListener('storage', () => set(get() + 1))
  return {
    get,
    subscribe,
    read: keptDraft,
    write(memberId: Id, profileId: Id, text: string): void {
      keep(memberId, draftName(profileId), text === '' ? null : text)
      set(get() + 1)
    },
  }
}

/** Reads the draft to a member, as it is now. */
export function useDrafts(memberId: Id): (profileId: Id) => string {
  const drafts = useSingleton(createDrafts)
  useSyncExternalStore(drafts.subscribe, drafts.get, drafts.get)
  // The server knows no drafts.
  const isInBrowser = useBrowserFact(() => true, false)
  return (profileId) => (isInBrowser ? drafts.read(memberId, profileId) : '')
}
