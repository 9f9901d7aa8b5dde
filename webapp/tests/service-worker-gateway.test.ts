import { expect, test, vi } from 'vitest'
import { builtWorker } from './built-worker'

const start = await builtWorker()
const chunk = { method: 'GET', url: 'https://pairwise.test/assets/chats-1.js', mode: 'cors' }

/** What a page is given for a part of a screen that is not kept yet, when the network answers like this. */
function ask(answers: (number | Error)[], { onLine = true } = {}) {
  const fetched = vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!
    if (answer instanceof Error) throw answer
    return { status: answer, ok: answer < 400, clone: () => ({}) }
  })
  const pauses: number[] = []
  const wait = (then: () => void, pause: number) => (pauses.push(pause), then())
  const caches = { open: async () => ({ match: async () => undefined, put: async () => undefined }) }
  const location = { origin: 'https://pairwise.test' }
  const worker = start({}, { caches, fetch: fetched, location, navigator: { onLine }, setTimeout: wait })
  let given: Promise<{ status: number }> = Promise.reject(new Error('not answered'))
  given.catch(() => undefined)
  worker.dispatch('fetch', { request: chunk, respondWith: (answer: Promise<{ status: number }>) => (given = answer) })
  return { given, fetched, pauses }
}

const gone = new TypeError('Failed to fetch')

test('a navigation during a restart of the gateway is retried', async () => {
  const { given, fetched } = ask([gone, 503, 200])
  expect((await given).status).toBe(200)
  expect(fetched).toHaveBeenCalledTimes(3)
})

test('an unreachable gateway is retried five times, with growing delays', async () => {
  const { given, fetched, pauses } = ask([gone])
  await expect(given).rejects.toBe(gone)
  expect(fetched).toHaveBeenCalledTimes(6)
  pauses.forEach((pause, number) => expect(pause).toBeLessThan(300 * 2 ** number))
})

test('404 and a network error are answers without retry', async () => {
  expect((await ask([404]).given).status).toBe(404)
  const { given, fetched } = ask([gone], { onLine: false })
  await expect(given).rejects.toBe(gone)
  expect(fetched).toHaveBeenCalledTimes(1)
})
