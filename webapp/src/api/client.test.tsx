import { expect, test, vi } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { api } from './client'
import { apiHeaders } from './http'

test('a refused session is checked once, and the request is sent again if it is valid', async () => {
  let first = true
  const asked = fakeApi({
    'GET chats.php': () => (first ? ((first = false), failure(403, 'authentication_required')) : { chats: [] }),
    'GET user.php': () => ({ user: { id: '1' } }),
  })
  await expect(api.get('chats.php')).resolves.toEqual({ chats: [] })
  expect(asked.map(({ path }) => path)).toEqual(['chats.php', 'user.php', 'chats.php'])
})

test('only a second refusal logs the member out', async () => {
  const loggedOut = vi.fn()
  const stop = api.onLoggedOut(loggedOut)
  fakeApi({
    'GET chats.php': () => failure(403, 'authentication_required'),
    'GET user.php': () => failure(403, 'authentication_required'),
  })
  await expect(api.get('chats.php')).rejects.toMatchObject({ code: 'authentication_required' })
  expect(loggedOut).toHaveBeenCalledTimes(1)
  stop()
})

test('another refusal says nothing about the session', async () => {
  const asked = fakeApi({ 'GET profile.php': () => failure(403, 'blocked', { name: 'Bo' }) })
  await expect(api.get('profile.php')).rejects.toMatchObject({ code: 'blocked', body: { name: 'Bo' } })
  expect(asked).toHaveLength(1)
})

test('a truncated response is requested again', async () => {
  vi.useFakeTimers()
  const broken = new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })
  const ask = vi
    .fn()
    .mockResolvedValueOnce(new Response(broken))
    .mockResolvedValueOnce(Response.json({ chats: [] }))
  vi.stubGlobal('fetch', ask)
  const answer = api.get('chats.php')
  await vi.runAllTimersAsync()
  await expect(answer).resolves.toEqual({ chats: [] })
  expect(ask).toHaveBeenCalledTimes(2)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('every request carries the header that the services ask for', () => {
  // shared/kit/web/csrf.py: CLIENT_HEADER
  expect(apiHeaders['X-Request-Type']).toBe('app')
})
