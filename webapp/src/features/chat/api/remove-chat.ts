import { api } from '@/api/client'
import type { Id } from '@/api/types'

/** For this member only; it comes back with the next message. */
export function removeChat(conversationId: Id): Promise<unknown> {
  return api.delete('chat.php', { conversation: conversationId }, { keepalive: true })
}

/** The same, for whatever was written with this member. */
export function removeChatWith(profileId: Id): Promise<unknown> {
  return api.delete('chat.php', { profile_id: profileId }, { keepalive: true })
}
