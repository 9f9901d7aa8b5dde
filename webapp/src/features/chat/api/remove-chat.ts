import { api } from '@/api/client'
import type { Id } from '@/api/types'

/** For this member only; it comes back with the next message. */
export function removeChat(conversationId: Id): Promise<unknown> {
  return api.delete('chat.php', { conversation_id: conversationId }, { keepalive: true })
}
