import { expect, test, vi } from 'vitest'
import { pass, stopClock } from '@tests/clock'
import { request } from './http'

/** A connection that never brings an answer, as after a phone has changed its network. */
function noAnswer() {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_, reject) =>
        signal!.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
      ),
  )
  stopClock()
}

test('a request without an answer ends as one without a network', async () => {
  noAnswer()
  const end = request('PUT', '/api/chat-reaction.php', { body: {} }).catch((error: unknown) => error)
  await pass(90_000)
  expect(await end).toMatchObject({ status: 0, code: 'offline' })
})

test('a caller that gave up gets its own reason', async () => {
  noAnswer()
  const given = new AbortController()
  const end = request('GET', '/api/chats.php', { signal: given.signal }).catch((error: unknown) => error)
  given.abort()
  expect(await end).toMatchObject({ name: 'AbortError' })
})

test('an upload takes the time that the network needs', async () => {
  noAnswer()
  const end = vi.fn()
  void request('POST', '/api/chat-photo.php', { body: new FormData() }).then(end, end)
  await pass(600_000)
  expect(end).not.toHaveBeenCalled()
})

test('a refusal that is carried with 200 has its own status', async () => {
  const answer = Response.json(
    { error: { code: 'not_enough_credits', message: '' } },
    { headers: { 'X-Refusal-Status': '402' } },
  )
  vi.stubGlobal('fetch', async () => answer)
  await expect(request('POST', '/api/chat.php', { body: {} })).rejects.toMatchObject({
    status: 402,
    code: 'not_enough_credits',
  })
})
