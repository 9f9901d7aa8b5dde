import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pass, stopClock } from '@tests/clock'
import { failure, fakeApi } from '@tests/fake-api'
import { aProfile, someLikes } from '@tests/people'
import { show } from '@tests/render'
import LikeToasts from './like-toasts'

function open(more: Parameters<typeof fakeApi>[0] = {}) {
  fakeApi({
    'GET user.php': () => ({ user: { id: 'me' } }),
    'GET likes.php': () => someLikes({}),
    'GET profile.php': ({ query }) => ({
      profile: query.get('id') ? aProfile({ id: 'live-anna' }) : aProfile({ id: 'me', name: 'Jonas' }),
    }),
    ...more,
  })
  return show(<LikeToasts />, { at: '/chats' })
}

test('a new like is shown on every screen', async () => {
  const { publish } = await open()
  act(() => publish('like', { profile_id: 'live-anna' }))
  expect(await screen.findByText('New like!')).toBeVisible()
  expect(screen.getByRole('button', { name: 'View' })).toBeVisible()
})

test('a match is shown once, and closes when the member opens the chat', async () => {
  const { user, publish } = await open()
  act(() => publish('match', { profile_id: 'live-anna' }))
  act(() => publish('match', { profile_id: 'live-anna' }))
  await user.click(await screen.findByRole('link', { name: 'Say hello' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a match is shown as soon as its profile can be read', async () => {
  stopClock()
  let down = true
  const { publish } = await open({
    'GET profile.php': ({ query }) =>
      query.get('id') && down ? failure(500, 'internal') : { profile: aProfile({ id: query.get('id') ?? 'me' }) },
  })
  act(() => publish('match', { profile_id: 'live-bea' }))
  await pass(1_000)
  expect(screen.queryByRole('dialog')).toBeNull()
  down = false
  await pass(5_000)
  expect(await screen.findByRole('dialog', { name: 'It’s a match' })).toBeVisible()
})

test('a match is shown when the own profile cannot be read', async () => {
  const { publish } = await open({
    'GET profile.php': ({ query }) =>
      query.get('id') ? { profile: aProfile({ id: 'live-cleo' }) } : failure(500, 'internal'),
  })
  act(() => publish('match', { profile_id: 'live-cleo' }))
  expect(await screen.findByRole('dialog', { name: 'It’s a match' })).toBeVisible()
})

test('a match with a deleted member blocks no other', async () => {
  const { publish } = await open({
    'GET profile.php': ({ query }) =>
      query.get('id') === 'live-gone'
        ? failure(404, 'not_found')
        : { profile: aProfile({ id: 'live-dora', name: 'Dora' }) },
  })
  act(() => publish('match', { profile_id: 'live-gone' }))
  act(() => publish('match', { profile_id: 'live-dora' }))
  expect(await screen.findByText('You and Dora like each other.')).toBeVisible()
})
