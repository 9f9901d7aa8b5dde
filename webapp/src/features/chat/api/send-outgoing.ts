import { ApiError } from '../../../api/api-error'
import { api } from '../../../api/client'
import type { SentMessage } from '../../../api/types'
import { upload } from '../../../api/upload'
import type { Outgoing } from '../model/outgoing'

interface Options {
  /** From 0 to 1, for what takes a while. */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** Sends what is written, once for its id. `public/sw.js` sends the same. */
export async function sendOutgoing(item: Outgoing, { onProgress, signal }: Options): Promise<SentMessage> {
  const { id, profileId: profile_id, kind, text } = item
  if (kind === 'text') return api.post('chat.php', { id, profile_id, kind, text, icebreaker: item.icebreaker }, { signal })
  if (kind === 'gift') return api.post('chat.php', { id, profile_id, kind, text, gift: item.gift }, { signal })
  const form = new FormData()
  form.set('id', id)
  form.set('profile_id', profile_id)
  form.set('text', text)
  form.set('photo', await readable(item.photo))
  return upload('chat-photo.php', form, { onProgress, signal })
}

/** The browser may have lost what it kept; without asking that would look like a lost network, for ever. */
async function readable(photo: Blob): Promise<Blob> {
  try {
    await photo.slice(0, 1).arrayBuffer()
    return photo
  } catch {
    throw new ApiError(422, { code: 'photo_unreadable', message: '' })
  }
}
