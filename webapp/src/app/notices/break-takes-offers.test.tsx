import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { show } from '@tests/render'
import type { Spending, User } from '@/api/types'
import { OfferBanner } from '@/features/offer/components/offer-banner'
import { SpendingMatter } from '@/features/spending/components/spending-matter'

const none = { value: null, next: null, next_from: null }
const nothing = { value: '0.00', currency: 'EUR' }
const spending = (more: Partial<Spending> = {}): Spending => ({
  daily: none,
  monthly: none,
  paused_until: null,
  spent_today: nothing,
  spent_this_month: nothing,
  ...more,
})

test('a break takes every offer off the open screens', async () => {
  let isPaused = false
  const ann = { id: 'ann', credits: 0, paid_user: false, signup_seconds_ago: 60 } as User
  fakeApi({
    'GET spending.php': () => ({ spending: spending() }),
    'PUT spending.php': () => {
      isPaused = true
      return { spending: spending({ paused_until: '2026-12-21T12:00:00Z' }) }
    },
    'GET discountcode.php': () =>
      isPaused
        ? failure(403, 'spending_paused')
        : { discount: { code: 'TIMEBONUS25', value_percentage: 25, seconds_left: 14_000, reason: 'new_member' } },
  })
  const { user } = await show(
    <>
      <OfferBanner user={ann} />
      <SpendingMatter />
    </>,
  )
  expect(await screen.findByText(/25% off your first purchase/)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Start the break' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Start the break' }))
  expect(await screen.findByText(/taking a break from buying until/)).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/25% off your first purchase/)).toBeNull())
})
