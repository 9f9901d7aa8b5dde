import { ApiError, isApiError } from '@/api/api-error'
import { remedyOf, type Remedy } from '@/api/refusals'
import type { ErrorBody } from '@/api/types'

/** What a failed POST means for the message and for those behind it. */
export type Failure =
  /** The server has given up this id and returned its price: the message may go again under another id. */
  | { kind: 'withdrawn' }
  | { kind: 'logged_out' }
  /** Worth another try, in `retryAfter` seconds if the server named a pause. */
  | { kind: 'unavailable'; retryAfter: number | null }
  /** The browser can no longer read the photo or the recording. */
  | { kind: 'unreadable'; reason: ErrorBody }
  | { kind: 'refused'; reason: ErrorBody }

const unavailable: ReadonlySet<number> = new Set([0, 408, 502, 503, 504])
export const photoUnreadable: ErrorBody = { code: 'photo_unreadable', message: '' }
export const voiceUnreadable: ErrorBody = { code: 'voice_unreadable', message: '' }

/** Classifies the rejection of a POST. `same_text_to_many` is a refusal for good, although its status is 429. */
export function failureOf(error: unknown): Failure {
  if (!isApiError(error)) return { kind: 'refused', reason: { code: 'internal', message: '' } }
  const { status, code, body, retryAfter } = error
  const remedy = remedyOf(code)
  if (remedy === 'renew') return { kind: 'withdrawn' }
  if (status === 401 || remedy === 'log_in') return { kind: 'logged_out' }
  if (unavailable.has(status) || (status === 429 && code !== 'same_text_to_many'))
    return { kind: 'unavailable', retryAfter }
  if (code === photoUnreadable.code || code === voiceUnreadable.code) return { kind: 'unreadable', reason: body }
  return { kind: 'refused', reason: body }
}

/** Remedies of a text just written that the composer shows, where its words are put back. */
const composerRemedies: readonly Remedy[] = ['buy', 'premium', 'closed', 'closed_for_now', 'edit', 'wait']

export const goesBackToComposer = (error: unknown): error is ApiError =>
  error instanceof ApiError && composerRemedies.includes(remedyOf(error.code))
