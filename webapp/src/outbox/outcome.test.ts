import { expect, test } from 'vitest'
import { ApiError } from '@/api/api-error'
import { failureOf, goesBackToComposer } from './outcome'

const error = (status: number, code: string, retryAfter: number | null = null) =>
  new ApiError(status, { code, message: '' }, retryAfter)

test.each([
  [error(0, 'offline'), 'unavailable'],
  [error(408, 'internal'), 'unavailable'],
  [error(502, 'unavailable'), 'unavailable'],
  [error(503, 'unavailable'), 'unavailable'],
  [error(504, 'unavailable'), 'unavailable'],
  [error(429, 'rate_limited', 30), 'unavailable'],
  [error(429, 'same_text_to_many', 30), 'refused'],
  [error(401, 'internal'), 'logged_out'],
  [error(403, 'authentication_required'), 'logged_out'],
  [error(409, 'send_withdrawn'), 'withdrawn'],
  [error(422, 'photo_unreadable'), 'unreadable'],
  [error(422, 'voice_unreadable'), 'unreadable'],
  [error(402, 'not_enough_credits'), 'refused'],
  [error(500, 'internal'), 'refused'],
  [new Error('a bug'), 'refused'],
])('%o is %s', (failure, kind) => {
  expect(failureOf(failure).kind).toBe(kind)
})

test('the pause the server names is kept', () => {
  expect(failureOf(error(429, 'rate_limited', 30))).toEqual({ kind: 'unavailable', retryAfter: 30 })
})

test('a text goes back to the composer when it can be changed there, or kept', () => {
  expect(goesBackToComposer(error(402, 'not_enough_credits'))).toBe(true)
  expect(goesBackToComposer(error(402, 'credits_owed'))).toBe(true)
  expect(goesBackToComposer(error(500, 'internal'))).toBe(false)
})
