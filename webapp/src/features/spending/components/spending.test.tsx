import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { Spending } from '@/api/types'
import { SpendingMatter } from './spending-matter'

const money = (value: string) => ({ value, currency: 'EUR' })
const none = { value: null, next: null, next_from: null }
const spending = (more: Partial<Spending> = {}): Spending => ({
  daily: none,
  monthly: none,
  paused_until: null,
  spent_today: money('9.99'),
  spent_this_month: money('29.98'),
  ...more,
})

test('the sums are in view, and a limit is kept as it was typed', async () => {
  const bodies: unknown[] = []
  fakeApi({
    'GET spending.php': () => ({ spending: spending() }),
    'PUT spending.php': ({ body }) => {
      bodies.push(body)
      return { spending: spending({ daily: { value: money('15.50'), next: null, next_from: null } }) }
    },
  })
  const { user, container } = await show(<SpendingMatter />)
  expect(await screen.findByText('€29.98')).toBeVisible()
  await user.type(screen.getByLabelText('Daily limit (EUR)'), 'much')
  await user.click(screen.getByRole('button', { name: 'Save limits' }))
  expect(screen.getByText('Enter an amount such as 25 or 25.50')).toBeVisible()
  await user.clear(screen.getByLabelText('Daily limit (EUR)'))
  await user.type(screen.getByLabelText('Daily limit (EUR)'), '15,50')
  await user.click(screen.getByRole('button', { name: 'Save limits' }))
  expect(await screen.findByText('of €15.50')).toBeVisible()
  expect(bodies).toEqual([{ daily: '15.50', monthly: null }])
  await expectAccessible(container)
})

test('a higher limit shows when it takes effect', async () => {
  fakeApi({
    'GET spending.php': () => ({
      spending: spending({ monthly: { value: money('20.00'), next: null, next_from: '2026-11-22T12:00:00Z' } }),
    }),
  })
  await show(<SpendingMatter />)
  expect(await screen.findByText(/The monthly limit becomes no limit on/)).toBeVisible()
})

test('a break is asked for twice', async () => {
  const bodies: unknown[] = []
  fakeApi({
    'GET spending.php': () => ({ spending: spending() }),
    'PUT spending.php': ({ body }) => {
      bodies.push(body)
      return { spending: spending({ paused_until: '2026-12-21T12:00:00Z' }) }
    },
  })
  const { user, container } = await show(<SpendingMatter />)
  await user.click(await screen.findByRole('radio', { name: '30 days' }))
  await user.click(screen.getByRole('button', { name: 'Start the break' }))
  const dialog = screen.getByRole('dialog', { name: 'Start a break from buying?' })
  expect(bodies).toEqual([])
  await expectAccessible(container)
  await user.click(within(dialog).getByRole('button', { name: 'Start the break' }))
  expect(await screen.findByText(/taking a break from buying until/)).toBeVisible()
  expect(bodies).toEqual([{ pause_days: 30 }])
})
