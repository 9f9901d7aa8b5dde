import { ApiError, isApiError } from '../../../api/api-error'
import { api } from '../../../api/client'
import { keep, kept } from '../../../api/member-storage'
import { newId } from '../../../api/new-id'
import { isPassing } from '../../../api/retry'
import type { Id, SentMessage } from '../../../api/types'
import { attemptAt, type Attempt, type Offered } from '../model/offers'
import { tellSent } from './outbox'

/** Sends a gift or an opening line once, also when the answer is lost and it is pressed again, or after a reload. */
export async function sendOffered(memberId: Id, profileId: Id, offered: Offered): Promise<SentMessage> {
  const place = `offered:${profileId}`
  const attempt = attemptAt(kept<Attempt>(memberId, place), offered, Date.now(), newId)
  keep(memberId, place, attempt)
  try {
    const sent = await api.post<SentMessage>('chat.php', { id: attempt.id, profile_id: profileId, ...offered })
    keep(memberId, place, null)
    tellSent({ ...sent, profileId })
    return sent
  } catch (error) {
    // Whatever is no clear no may have been posted all the same.
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500 && !isPassing(error)
    if (isRefused) keep(memberId, place, null)
    // The server has given up this id and returned its price: the same goes again under another.
    if (isApiError(error, 'send_withdrawn')) return sendOffered(memberId, profileId, offered)
    throw error
  }
}
