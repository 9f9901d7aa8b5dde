import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../tests/fake-api'
import { aProfile, someLikes } from '../../tests/people'
import { show } from '../../tests/render'
import { publish } from '../live/stream'
import News from './news'

function open() {
  fakeApi({
    'GET user.php': () => ({ user: { id: 'me' } }),
    'GET likes.php': () => someLikes({}),
    'GET profile.php': ({ query }) => ({ profile: query.get('id') ? aProfile({ id: 'live-anna' }) : aProfile({ id: 'me', name: 'Jonas' }) }),
  })
  return show(<News />, { at: '/chats' })
}

test('a new like is told wherever one is', async () => {
  await open()
  act(() => publish('like', { profile_id: 'live-anna' }))
  expect(await screen.findByText('New like!')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Have a look' })).toBeVisible()
})

test('a match is told once, and leaves when one goes to say hello', async () => {
  const { user } = await open()
  act(() => publish('match', { profile_id: 'live-anna' }))
  act(() => publish('match', { profile_id: 'live-anna' }))
  await user.click(await screen.findByRole('link', { name: 'Say hello' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
