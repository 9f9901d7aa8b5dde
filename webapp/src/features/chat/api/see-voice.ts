import { api } from '@/api/client'
import type { ChatVoice, Id, Message } from '@/api/types'

/** Reads a new link of a voice message; the old one expires after some minutes. */
export async function renewVoice(messageId: Id): Promise<ChatVoice | null> {
  return (await api.get<{ message: Message }>('chat-voice.php', { message_id: messageId })).message.voice
}
