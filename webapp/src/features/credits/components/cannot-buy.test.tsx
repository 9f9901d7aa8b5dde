import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { Packages, User } from '@/api/types'
import { BuyScreen } from './buy-screen'
import { PayScreen } from './pay-screen'
import { RepeatScreen } from './repeat-screen'

const money = (value: string) => ({ value, currency: 'EUR' })
const ann = { id: 'ann', name: 'Ann', credits: 4, paid_user: true } as User

function aShop(cannotBuy: Packages['cannot_buy']) {
  fakeApi({
    'GET user.php': () => ({ user: ann }),
    'GET settings.php': () => ({ settings: { message_credits: 2 } }),
    'GET repeat-order.php': () => ({ saved_methods: [{ id: 'm1', method: 'paypal', last4: null, mandate: null }] }),
    'GET packages.php': () => ({
      packages: [
        {
          id: 'p0',
          credits: 20,
          amount: money('9.99'),
          amount_per_message: money('1.00'),
          popular: false,
          discounted: null,
        },
      ],
      country: 'NL',
      vat_percentage: '21',
      methods: ['ideal'],
      saveable_methods: [],
      refund_days: 14,
      balance: 4,
      cannot_buy: cannotBuy,
    }),
  })
}
const screens = {
  buy: () => show(<BuyScreen user={ann} />, { at: '/credits' }),
  pay: () => show(<PayScreen packageId="p0" method={null} memberId="ann" />, { at: '/credits/p0' }),
  repeat: () => show(<RepeatScreen memberId="ann" />, { at: '/credits/repeat-order' }),
}
const orders = /^(Choose 20 credits|Pay €.*|Order and pay.*)$/
const orderable = () => [
  ...screen.queryAllByRole('link', { name: orders }),
  ...screen.queryAllByRole('button', { name: orders }),
]

test.each(Object.entries(screens))(
  '%s: who can buy is offered to order, and no reason stands there',
  async (_, open) => {
    aShop(null)
    await open()
    await screen.findAllByText(/€9.99/)
    expect(orderable()).not.toEqual([])
    expect(screen.queryByText(/paused/)).toBeNull()
  },
)

test.each(Object.entries(screens))('%s: a break is said before an order, with its end', async (_, open) => {
  aShop({ code: 'spending_paused', until: '2026-12-21' })
  const { container } = await open()
  expect(await screen.findByText('You paused buying until December 21, 2026')).toBeVisible()
  expect(orderable()).toEqual([])
  await expectAccessible(container)
})

test.each(Object.entries(screens))('%s: stopped purchases are said before an order', async (_, open) => {
  aShop({ code: 'purchases_stopped', until: null })
  await open()
  expect(await screen.findByText(/Buying is paused while we check something/)).toBeVisible()
  expect(orderable()).toEqual([])
})

test.each(Object.entries(screens))('%s: a frozen wallet is said before an order', async (_, open) => {
  aShop({ code: 'wallet_frozen', until: null })
  await open()
  expect(await screen.findByText(/checking something in your credits/)).toBeVisible()
  expect(orderable()).toEqual([])
})
