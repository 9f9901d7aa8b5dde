import type { Id, SentMessage } from '../../../api/types'
import { upload } from '../../../api/upload'
import { tellSent } from './outbox'

export interface PhotoToSend {
  /** A retry has the same, so that it arrives and costs once. */
  id: Id
  profileId: Id
  file: File
  text: string
}

/** Sends a photo; the chat it belongs to hears of it as of any message that was sent. */
export async function sendPhoto({ id, profileId, file, text }: PhotoToSend, onProgress: (part: number) => void, signal: AbortSignal): Promise<void> {
  const form = new FormData()
  form.set('id', id)
  form.set('profile_id', profileId)
  form.set('text', text)
  form.set('photo', file)
  const sent = await upload<SentMessage>('chat-photo.php', form, { onProgress, signal })
  tellSent({ ...sent, profileId })
}
