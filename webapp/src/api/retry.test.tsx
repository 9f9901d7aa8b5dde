import { expect, test, vi } from 'vitest'
import { ApiError } from './api-error'
import { delayBefore, withRetries } from './retry'

const failing = (status: number, code = 'unavailable') => new ApiError(status, { code, message: '' })

test('a transient failure is retried five times', async () => {
  vi.useFakeTimers()
  const ask = vi.fn().mockRejectedValue(failing(503))
  const answer = withRetries(ask).catch((error: ApiError) => error.status)
  await vi.runAllTimersAsync()
  expect(await answer).toBe(503)
  expect(ask).toHaveBeenCalledTimes(6)
  vi.useRealTimers()
})

test('a refusal is not retried', async () => {
  const ask = vi.fn().mockRejectedValue(failing(422, 'email_invalid'))
  await expect(withRetries(ask)).rejects.toThrow()
  expect(ask).toHaveBeenCalledTimes(1)
})

test('a blocked login is returned as an answer, without waiting', async () => {
  const ask = vi.fn().mockRejectedValue(failing(429, 'login_blocked'))
  await expect(withRetries(ask)).rejects.toThrow()
  expect(ask).toHaveBeenCalledTimes(1)
})

test('backoff is random below a doubling ceiling, after Retry-After', () => {
  expect(delayBefore(0, null, () => 1)).toBe(300)
  expect(delayBefore(2, null, () => 1)).toBe(1200)
  expect(delayBefore(9, null, () => 1)).toBe(8000)
  expect(delayBefore(0, 3, () => 0)).toBe(3000)
  expect(delayBefore(0, 3, () => 0.5)).toBe(3150)
})
