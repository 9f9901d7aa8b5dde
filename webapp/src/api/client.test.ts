import { expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../tests/fake-api'
import { api, onLoggedOut } from './client'

test('a refused session is asked about once, and the request is made again when it lives', async () => {
  let first = true
  const asked = fakeApi({
    'GET chats.php': () => (first ? ((first = false), failure(403, 'authentication_required')) : { chats: [] }),
    'GET user.php': () => ({ user: { id: '1' } }),
  })
  await expect(api.get('chats.php')).resolves.toEqual({ chats: [] })
  expect(asked.map(({ path }) => path)).toEqual(['chats.php', 'user.php', 'chats.php'])
})

test('only the second no logs the member out', async () => {
  const loggedOut = vi.fn()
  const stop = onLoggedOut(loggedOut)
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
