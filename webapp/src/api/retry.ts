import { ApiError } from './api-error'

const mostRetries = 5
const firstDelay = 300
const longestDelay = 8_000
const passing: ReadonlySet<number> = new Set([0, 502, 503, 504])

export function isPassing(error: unknown): error is ApiError {
  return error instanceof ApiError && (passing.has(error.status) || error.code === 'rate_limited')
}

/**
 * Full jitter over a doubling ceiling, after the server's Retry-After: those who were refused in the same moment come
 * back spread, and none before it.
 */
export function delayBefore(attempt: number, retryAfter: number | null, random = Math.random): number {
  const ceiling = Math.min(longestDelay, firstDelay * 2 ** attempt)
  return (retryAfter ?? 0) * 1000 + random() * ceiling
}

const longestRetryAfter = 30

export async function withRetries<T>(ask: () => Promise<T>, retries = mostRetries): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask()
    } catch (error) {
      // Without any network the browser says when it is worth another try.
      if (!isPassing(error) || attempt >= retries || !navigator.onLine) throw error
      if ((error.retryAfter ?? 0) > longestRetryAfter) throw error
      await new Promise((resolve) => setTimeout(resolve, delayBefore(attempt, error.retryAfter)))
    }
  }
}
