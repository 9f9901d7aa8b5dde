import { api } from '../../../api/client'
import type { Id, SentMessage } from '../../../api/types'

export function sendMessage(id: Id, profileId: Id, text: string): Promise<SentMessage> {
  return api.post<SentMessage>('chat.php', { id, profile_id: profileId, text })
}
