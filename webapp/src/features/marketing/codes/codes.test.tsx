import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { CodesScreen } from './codes-screen'

const spring = {
  code: 'SPRING',
  campaign: 'spring in Utrecht',
  percentage: 20,
  validity: 'once-per-user',
  state: 'active',
  starts_at: null,
  expires_at: '2027-01-01T00:00:00Z',
  most_uses: 500,
  uses: 3,
  budget: { value: '1000.00', currency: 'EUR' },
  given: [{ value: '12.00', currency: 'EUR' }],
  currency: 'EUR',
  is_for_all_sites: false,
}
const api = (codes: unknown[], more = {}) => fakeApi({ 'GET marketing-codes.php': () => ({ codes }), ...more })

test('a code says what it gives, how much of it is used, and how to link with it', async () => {
  api([spring, { ...spring, code: 'OLD', state: 'ended', most_uses: null, budget: null, given: [] }])
  const { container } = await show(<CodesScreen />)
  const card = await screen.findByRole('article', { name: 'SPRING' })
  expect(within(card).getByText(/20% off/)).toBeVisible()
  expect(within(card).getByText(/Uses: 3 of 500/)).toBeVisible()
  expect(within(card).getByText(/€12\.00.*€1,000\.00.*December 31, 2026/)).toBeVisible()
  expect(within(card).getByText(/landers\/maplanding\?code=SPRING/)).toBeVisible()
  expect(within(screen.getByRole('article', { name: 'OLD' })).queryByRole('button')).toBeNull()
  await expectAccessible(container)
})

test('a code for all sites has the uses of this one, none of its limits, and no way to end it here', async () => {
  api([{ ...spring, is_for_all_sites: true }])
  await show(<CodesScreen />)
  const card = await screen.findByRole('article', { name: 'SPRING' })
  expect(within(card).getByText(/^Uses: 3 · €12\.00 given/)).toBeVisible()
  expect(within(card).getByText(/^For all sites/)).toBeVisible()
  expect(within(card).queryByText(/1,000/)).toBeNull()
  expect(within(card).queryByRole('button')).toBeNull()
})

test('without codes the screen says what one is for; one that cannot be is refused here, a taken one by the server', async () => {
  const asked = api([], { 'POST marketing-codes.php': () => failure(409, 'discount_code_taken', { field: 'code' }) })
  const { user } = await show(<CodesScreen />)
  expect(await screen.findByRole('heading', { name: 'No discount codes yet' })).toBeVisible()
  const make = screen.getByRole('button', { name: 'Make code' })
  await user.type(screen.getByRole('textbox', { name: 'Code' }), 'a b')
  await user.click(make)
  expect(screen.getByRole('alert')).toHaveTextContent('3 to 40 letters')
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
  await user.clear(screen.getByRole('textbox', { name: 'Code' }))
  await user.type(screen.getByRole('textbox', { name: 'Code' }), 'spring')
  await user.type(screen.getByRole('textbox', { name: 'Percent off' }), '20')
  await user.click(make)
  expect(await screen.findByText('This code has been given out before')).toBeVisible()
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ code: 'SPRING', campaign: '', percentage: 20 })
})

test('ending a code takes two presses', async () => {
  const asked = api([spring], { 'PUT marketing-codes.php': () => ({}) })
  const { user } = await show(<CodesScreen />)
  await user.click(await screen.findByRole('button', { name: 'End code' }))
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'End SPRING for good' }))
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ code: 'SPRING' })
})
