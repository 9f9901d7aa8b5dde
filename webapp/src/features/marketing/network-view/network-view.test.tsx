import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi, lastBody } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { NetworkView } from './network-view'

const counts = { views: 40, sign_ups: 3, confirmed: 2, first_purchases: 1 }
const answer = {
  network: 'northwind',
  days: [{ ...counts, day: '2026-03-01', owed: [{ currency: 'EUR', payout: 750 }] }],
  total: { ...counts, day: null, owed: [] },
}

test('a network sees its days, and the key is in the body alone', async () => {
  const asked = fakeApi({ 'POST network-view.php': () => answer })
  const { container, user } = await show(<NetworkView viewKey="secret" />)
  expect(await screen.findByRole('heading', { name: 'Figures of northwind' })).toBeVisible()
  const table = await screen.findByRole('table')
  expect(within(table).getByRole('row', { name: /2026 40 3 2 1 €7.50/ })).toBeVisible()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: '7 days' }))
  expect(lastBody(asked, 'network-view.php')).toMatchObject({ key: 'secret' })
  expect(asked.map(({ query }) => String(query)).join()).not.toContain('secret')
})

test('a link that has ended says so', async () => {
  fakeApi({ 'POST network-view.php': () => failure(404, 'not_found') })
  await show(<NetworkView viewKey="old" />)
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work any more' })).toBeVisible()
})
