import { api } from '@/api/client'
import type { Id } from '@/api/types'

export function markRead(conversationId: Id, seq: number): Promise<{ total_unread_messages: number }> {
  return api.put('chat.php', { conversation_id: conversationId, read_seq: seq })
}
