import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { SuspectsScreen } from './suspects-screen'

const group = {
  network: 'northwind',
  day: '2026-11-20',
  sign: 'fast',
  sign_ups: 12,
  confirmed: 3,
  buyers: 1,
  decision: null,
}
const reward = {
  member_id: '0b9f2f0e-6f43-4a39-9d1c-8f1f4f3a2b10',
  inviter_id: '1c9f2f0e-6f43-4a39-9d1c-8f1f4f3a2b10',
  credits: 20,
  reason: 'same_device',
}
const api = (groups: unknown[], rewards: unknown[], more = {}) =>
  fakeApi({
    'GET marketing-suspects.php': () => ({ groups, decided: [] }),
    'GET marketing-rewards.php': () => ({ rewards }),
    ...more,
  })

test('a group says its network, day, sign and counts, and is decided by a press', async () => {
  const asked = api([group, { ...group, network: '', sign: 'burst' }], [], {
    'PUT marketing-suspects.php': () => ({ sign_ups: 12 }),
  })
  const { container, user } = await show(<SuspectsScreen />)
  const card = await screen.findByRole('article', { name: /^northwind .*10 seconds/ })
  expect(within(card).getByText(/Sign-ups: 12 · confirmed: 3 · bought: 1/)).toBeVisible()
  expect(screen.getByRole('heading', { name: /^none/ })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Held rewards' })).toBeNull()
  await expectAccessible(container)
  await user.click(within(card).getByRole('button', { name: 'Leave them out' }))
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    network: 'northwind',
    day: '2026-11-20',
    sign: 'fast',
    decision: 'fraud',
  })
})

test('a decision of the last days is listed, and taken back', async () => {
  const asked = api([], [], {
    'GET marketing-suspects.php': () => ({ groups: [], decided: [{ ...group, decision: 'fraud' }] }),
    'DELETE marketing-suspects.php': () => ({ sign_ups: 12 }),
  })
  const { container, user } = await show(<SuspectsScreen />)
  const card = await screen.findByRole('article', { name: /^northwind/ })
  expect(within(card).getByText('Left out')).toBeVisible()
  await expectAccessible(container)
  await user.click(within(card).getByRole('button', { name: 'Take back' }))
  expect(asked.find(({ method }) => method === 'DELETE')?.body).toEqual({
    network: 'northwind',
    day: '2026-11-20',
    sign: 'fast',
    decision: 'fraud',
  })
})

test('a held reward says why, and one that a colleague decided meanwhile says so', async () => {
  const asked = api([], [reward], { 'PUT marketing-rewards.php': () => failure(404, 'not_found') })
  const { container, user } = await show(<SuspectsScreen />)
  const card = await screen.findByRole('article', { name: /^Credits: 20/ })
  expect(within(card).getByText('The friend signed up in a browser of the inviter')).toBeVisible()
  await expectAccessible(container)
  await user.click(within(card).getByRole('button', { name: 'Pay reward' }))
  await user.click(within(card).getByRole('button', { name: 'Cancel' }))
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
  await user.click(within(card).getByRole('button', { name: 'Pay reward' }))
  await user.click(within(card).getByRole('button', { name: 'Pay reward' }))
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ member_id: reward.member_id, decision: 'pay' })
  expect(await within(card).findByRole('button', { name: 'Refuse reward' })).toBeVisible()
})

test('without anything to decide the screen says what waits here', async () => {
  api([], [])
  await show(<SuspectsScreen />)
  expect(await screen.findByRole('heading', { name: 'Nothing to decide' })).toBeVisible()
})

test('when one list cannot be read the screen says so', async () => {
  api([group], [], { 'GET marketing-rewards.php': () => failure(503, 'unavailable') })
  await show(<SuspectsScreen />)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})
