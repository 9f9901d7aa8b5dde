import { ApiError, isApiError } from '@/api/api-error'
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

const withdrawn: ReadonlySet<string> = new Set(['send_withdrawn', 'charge_withdrawn'])
const unavailable: ReadonlySet<number> = new Set([0, 408, 502, 503, 504])
export const photoUnreadable: ErrorBody = { code: 'photo_unreadable', message: '' }
export const voiceUnreadable: ErrorBody = { code: 'voice_unreadable', message: '' }

/** Classifies the rejection of a POST. `same_text_to_many` is a refusal for good, although its status is 429. */
export function failureOf(error: unknown): Failure {
  if (!isApiError(error)) return { kind: 'refused', reason: { code: 'internal', message: '' } }
  const { status, code, body, retryAfter } = error
  if (withdrawn.has(code)) return { kind: 'withdrawn' }
  if (status === 401 || code === 'authentication_required') return { kind: 'logged_out' }
  if (unavailable.has(status) || (status === 429 && code !== 'same_text_to_many'))
    return { kind: 'unavailable', retryAfter }
  if (code === photoUnreadable.code || code === voiceUnreadable.code) return { kind: 'unreadable', reason: body }
  return { kind: 'refused', reason: body }
}

/** Refusals that a text just written shows in the composer, where its words are put back. */
const composerCodes: ReadonlySet<string> = new Set([
  'not_enough_credits',
  'premium_required',
  'blocked',
  'blocked_by_you',
  'partner_unavailable',
  'partner_not_confirmed',
  'not_found',
  'message_too_long',
  'message_empty',
])

export const goesBackToComposer = (error: unknown): error is ApiError =>
  error instanceof ApiError && composerCodes.has(error.code)
