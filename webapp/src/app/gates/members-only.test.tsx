import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pass, stopClock } from '@tests/clock'
import { fakeApi } from '@tests/fake-api'
import { show } from '@tests/render'
import { MembersOnly } from './members-only'

test('a screen opened before the network is back loads by itself', async () => {
  let isThere = false
  fakeApi({
    'GET user.php': () => {
      if (!isThere) throw new TypeError('Failed to fetch')
      return { user: { id: 'ann' } }
    },
  })
  stopClock()
  await show(<MembersOnly>Members only</MembersOnly>)
  await pass(30_000)
  expect(screen.getByRole('heading', { name: 'You’re offline' })).toBeVisible()

  isThere = true
  await pass(15_000)

  expect(screen.getByText('Members only')).toBeVisible()
})
