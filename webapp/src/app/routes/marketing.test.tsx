import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import MarketingRoute from './marketing'

const desk = (answer: () => unknown) => ({
  'GET marketing-actions.php': answer,
  'GET second-factor.php': () => ({ on: true, confirmed_at: null, recovery_codes_left: 0, authenticator: true }),
})
const open = (section = 'log') =>
  show(
    <Routes>
      <Route path="marketing/*" element={<MarketingRoute />} />
    </Routes>,
    { at: `/marketing/${section}` },
  )

test('a member without the role sees that they have no access', async () => {
  fakeApi(desk(() => failure(403, 'forbidden')))
  await open()
  expect(await screen.findByRole('heading', { name: 'You do not have access to this page' })).toBeVisible()
  expect(screen.queryByText('Changes')).toBeNull()
})

test('a marketer whose proof has run out is asked for the second factor', async () => {
  const asked = fakeApi(desk(() => failure(403, 'marketer_required')))
  await open('report')
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeVisible()
  expect(asked.filter(({ path }) => path.startsWith('marketing-')).map(({ path }) => path)).toEqual([
    'marketing-actions.php',
  ])
})

test('the audit trail says who changed what, from what to what', async () => {
  const action = { subject: 'northwind', at: '2026-10-02T12:00:00Z', actor_id: '8a1f0c52-0000-4000-8000-000000000000' }
  const actions = [
    { ...action, id: 2, is_own: false, action: 'network.unheard', before: { minor: 1 }, after: { minor: 2 } },
    { ...action, id: 1, is_own: true, action: 'network.unheard', before: null, after: { name: 'northwind' } },
  ]
  fakeApi(desk(() => ({ actions, has_more: false })))
  const { container } = await open()
  expect(await screen.findByText(/Colleague 8a1f0c52/)).toBeVisible()
  expect(screen.getByText(/You ·/)).toBeVisible()
  expect(container.querySelector('del')).toHaveTextContent('1')
  expect(screen.queryByRole('button', { name: 'Show older changes' })).toBeNull()
  await expectAccessible(container)
})

test('an empty trail says what it will hold', async () => {
  fakeApi(desk(() => ({ actions: [], has_more: false })))
  await open()
  expect(await screen.findByRole('heading', { name: 'No changes yet' })).toBeVisible()
})
