import { ApiError } from '@/api/api-error'
import type { SentMessage } from '@/api/types'
import type { QueuedMessage } from './message'
import { photoUnreadable, voiceUnreadable } from './outcome'

/** The POST of one message: JSON for a text or a gift, form data for a photo or a recording. */
export interface SendRequest {
  path: 'chat.php' | 'chat-photo.php' | 'chat-voice.php'
  body: FormData | object
}

export interface SendOptions {
  /** Called with the uploaded share, from 0 to 1, by a transport that can measure it. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Makes one POST. Rejects with `ApiError`. */
export type Transport = (request: SendRequest, options: SendOptions) => Promise<SentMessage>

export type Send = (message: QueuedMessage, options: SendOptions) => Promise<SentMessage>

export function requestOf(message: QueuedMessage): SendRequest {
  const { id, profileId: profile_id, kind, text } = message
  if (kind === 'text') {
    const { icebreaker, replyTo } = message
    return { path: 'chat.php', body: { id, profile_id, kind, text, icebreaker, reply_to: replyTo?.id } }
  }
  if (kind === 'gift') return { path: 'chat.php', body: { id, profile_id, kind, text, gift: message.gift } }
  const body = new FormData()
  body.set('id', id)
  body.set('profile_id', profile_id)
  if (kind === 'voice') {
    body.set('voice', message.voice)
    return { path: 'chat-voice.php', body }
  }
  body.set('text', text)
  body.set('photo', message.photo)
  return { path: 'chat-photo.php', body }
}

/** Sends a message by this transport; a repeat with the same id delivers and charges once. */
export function sendBy(transport: Transport): Send {
  return async (message, options) => {
    if (message.kind === 'photo' && !(await isReadable(message.photo))) throw new ApiError(422, photoUnreadable)
    if (message.kind === 'voice' && !(await isReadable(message.voice))) throw new ApiError(422, voiceUnreadable)
    return transport(requestOf(message), options)
  }
}

// A browser may lose the bytes of a stored blob. The POST would then fail like a broken connection, for ever.
async function isReadable(content: Blob): Promise<boolean> {
  try {
    await content.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
