import { api } from '../../../api/client'
import type { Id, Message, Price } from '../../../api/types'

export interface Sent {
  message: Message
  conversation: { id: Id }
  price: Price
}

export function sendMessage(id: Id, profileId: Id, text: string): Promise<Sent> {
  return api.post<Sent>('chat.php', { id, profile_id: profileId, text })
}
