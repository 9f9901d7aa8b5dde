import { preload } from 'swr'
import { address } from '@/api/client'
import type { Id } from '@/api/types'
import { useSingleton } from '@/singletons'
import { fetchChat } from './fetch-chat'

/** Whom the member has just decided to write to; the chat with them takes it when it opens. */
export function createStarted() {
  let started: Id | null = null
  return {
    start: (profileId: Id): void => void (started = profileId),
    take(profileId: Id): boolean {
      const isStarted = started === profileId
      if (isStarted) started = null
      return isStarted
    },
  }
}

/** Returns a function that begins a conversation: its chat is read as the screen changes, and opens ready to write. */
export function useStartConversation(): (profileId: Id) => void {
  const { start } = useSingleton(createStarted)
  return (profileId) => {
    start(profileId)
    const of = { profile: profileId }
    // A failure is the chat's own to show.
    void preload(address('chat.php', of), () => fetchChat(of, undefined))?.catch(() => undefined)
  }
}
