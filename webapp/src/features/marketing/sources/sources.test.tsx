import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { SourcesScreen } from './sources-screen'

const northwind = {
  name: 'northwind',
  added_at: '2026-01-01T10:00:00Z',
  goal: 'lead',
  minor: 250,
  currency: 'EUR',
  share: 0,
  expected_daily: 1200,
  shared_at: null,
}
const api = (networks: unknown[], more = {}, unknown: unknown[] = []) =>
  fakeApi({
    'GET marketing-networks.php': () => ({ networks, unknown }),
    'GET marketing-costs.php': () => ({
      costs: [{ network: 'northwind', day: '2026-01-31', minor: 12000, currency: 'EUR' }],
    }),
    ...more,
  })

test('a network shows its payouts and its links', async () => {
  api([northwind])
  const { container } = await show(<SourcesScreen />)
  expect(await screen.findByText('€2.50 for each sign-up')).toBeVisible()
  expect(screen.getByText(/landers\/maplanding\?network=northwind/)).toBeVisible()
  expect(screen.getByText('Expected a day: 1,200')).toBeVisible()
  expect(await screen.findByText('€120.00')).toBeVisible()
  await expectAccessible(container)
})

test('without networks the screen explains them, and an invalid name is refused in the form', async () => {
  const asked = api([], { 'POST marketing-networks.php': () => failure(409, 'network_taken', { field: 'name' }) })
  const { user } = await show(<SourcesScreen />)
  await user.type(await screen.findByRole('textbox', { name: 'Name of the network' }), 'a b')
  await user.click(screen.getByRole('button', { name: 'Add network' }))
  expect(screen.getByText(/Up to 32 letters/)).toBeVisible()
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
  await user.clear(screen.getByRole('textbox', { name: 'Name of the network' }))
  await user.type(screen.getByRole('textbox', { name: 'Name of the network' }), 'ab')
  await user.click(screen.getByRole('button', { name: 'Add network' }))
  expect(await screen.findByText('You already have a network with this name')).toBeVisible()
})

test('a payout is sent as hundredths, a share without a currency', async () => {
  const asked = api([northwind], { 'PUT marketing-networks.php': () => ({}) })
  const { user } = await show(<SourcesScreen />)
  await user.click(await screen.findByRole('button', { name: 'Change terms' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Paid for' }), 'share')
  const percent = screen.getByRole('textbox', { name: 'Percent of net revenue' })
  await user.clear(percent)
  await user.type(percent, '120')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  await user.clear(percent)
  await user.type(percent, '30')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({
    name: 'northwind',
    goal: 'share',
    share: 3000,
    expected_daily: 1200,
  })
})

test('a name that links bring is added with its past', async () => {
  const found = { name: 'southwind', sign_ups: 24, first_at: '2026-11-20T10:00:00Z' }
  const asked = api([northwind], { 'POST marketing-networks.php': () => ({}) }, [found])
  const { container, user } = await show(<SourcesScreen />)
  const card = await screen.findByRole('article', { name: 'southwind' })
  expect(within(card).getByText(/Sign-ups: 24/)).toBeVisible()
  await expectAccessible(container)
  await user.click(within(card).getByRole('button', { name: 'Add network' }))
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'southwind', expected_daily: 0 })
})

test('a file of costs is imported, and bad lines of another are named', async () => {
  const answers = [
    { changed: 12, unchanged: 3, problems: [] },
    { changed: 0, unchanged: 0, problems: [{ line: 3, problem: 'network' }] },
  ]
  const asked = api([northwind], { 'POST marketing-costs.php': () => answers.shift() })
  const { container, user } = await show(<SourcesScreen />)
  const file = new File(['network,day,cost,currency'], 'costs.csv', { type: 'text/csv' })
  const input = await screen.findByLabelText<HTMLInputElement>('Import a CSV file', { selector: 'input' })
  await user.upload(input, file)
  expect(await screen.findByText('New or corrected: 12. Unchanged: 3.')).toBeVisible()
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ csv: 'network,day,cost,currency' })
  await user.upload(input, file)
  expect(await screen.findByText('Line 3: you have no network with this name')).toBeVisible()
  await expectAccessible(container)
})

test('a link for the network is shown once, and ended', async () => {
  const shared = { ...northwind, shared_at: '2026-03-01T10:00:00Z' }
  const asked = api([shared], {
    'POST marketing-network-view.php': () => ({ key: 'the-key' }),
    'DELETE marketing-network-view.php': () => ({}),
  })
  const { container, user } = await show(<SourcesScreen />)
  expect(await screen.findByText(/since March 1, 2026|since Mar 1, 2026/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Make a new link' }))
  expect(await screen.findByText(/\/network#key=the-key$/)).toBeVisible()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'End link' }))
  await waitFor(() => expect(screen.queryByText(/the-key/)).toBeNull())
  expect(asked.find(({ method }) => method === 'DELETE')?.body).toEqual({ name: 'northwind' })
})

test('a key for costs is made, shown once, and revoked', async () => {
  const asked = api([northwind], {
    'GET marketing-cost-key.php': () => ({ made_at: '2026-02-03T10:00:00Z' }),
    'POST marketing-cost-key.php': () => ({ key: 'key-of-costs' }),
    'DELETE marketing-cost-key.php': () => ({}),
  })
  const { user, container } = await show(<SourcesScreen />)
  expect(await screen.findByText('There has been a key since February 3, 2026.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Make a new key' }))
  expect(await screen.findByText('key-of-costs')).toBeVisible()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Revoke key' }))
  await waitFor(() => expect(screen.queryByText('key-of-costs')).toBeNull())
  expect(asked.some(({ method, path }) => method === 'DELETE' && path === 'marketing-cost-key.php')).toBe(true)
})
