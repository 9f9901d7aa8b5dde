import { api } from '@/api/client'
import type { ChatPhoto, Id, Message } from '@/api/types'

/** Reads new links of a photo; the old ones expire after some minutes. */
export async function renewPhoto(messageId: Id): Promise<ChatPhoto | null> {
  return (await api.get<{ message: Message }>('chat-photo.php', { message_id: messageId })).message.photo
}

/** From now on the photo of a stranger is clear. */
export async function openPhoto(messageId: Id): Promise<ChatPhoto | null> {
  return (await api.put<{ message: Message }>('chat-photo.php', { message_id: messageId })).message.photo
}
