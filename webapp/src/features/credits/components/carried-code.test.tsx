import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { User } from '@/api/types'
import { forgetCode, keepCode, readCode } from '@/tracking/carried-code'
import { BuyScreen } from './buy-screen'
import { PaymentResult } from './payment-result'

const money = (value: string) => ({ value, currency: 'EUR' })
const ann = { id: 'ann', name: 'Ann', credits: 4, paid_user: true } as User

function aShop(reduce: (code: string | null) => { code: string; percentage: number } | null, refusal?: string) {
  return fakeApi({
    'GET user.php': () => ({ user: ann }),
    'GET settings.php': () => ({ settings: { message_credits: 2 } }),
    'GET discountcode.php': ({ query }: { query: URLSearchParams }) =>
      refusal ? failure(422, refusal) : { discount: { code: query.get('code'), value_percentage: 20, reason: 'code' } },
    'GET packages.php': ({ query }: { query: URLSearchParams }) => {
      const code = query.get('discount_code')
      if (code && refusal) return failure(422, refusal)
      const discount = reduce(code)
      return {
        packages: [
          {
            id: 'p0',
            credits: 20,
            amount: money('9.99'),
            amount_per_message: money('1.00'),
            popular: false,
            discounted: discount && { ...discount, amount: money('7.99'), amount_per_message: money('0.80') },
          },
        ],
        country: 'NL',
        vat_percentage: '21',
        methods: ['ideal'],
        saveable_methods: [],
        refund_days: 14,
        balance: 4,
      }
    },
  })
}
const buy = () => show(<BuyScreen user={ann} />, { at: '/credits' })

beforeEach(() => {
  localStorage.clear()
  keepCode(new URLSearchParams('?code=spring'), '/en/signup')
})

test('the code of the link is applied to the prices and can be removed', async () => {
  aShop((code) => (code ? { code, percentage: 20 } : null))
  const { user, container } = await buy()
  const notice = await screen.findByText('SPRING: 20% off')
  expect(notice).toBeVisible()
  // Above the prices, which a phone shows one below the other.
  expect(notice.compareDocumentPosition(screen.getByText('€7.99'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Remove code' }))
  expect(await screen.findByText('Do you have a discount code?')).toBeVisible()
  expect(readCode()).toBeNull()
})

test.each([
  ['discount_not_found', 'Code not found'],
  ['discount_spent', 'This code has been used up'],
  ['discount_expired', 'This code has expired'],
])('a code that is refused (%s) says why, is asked about once, and the prices stay', async (refusal, words) => {
  const asked = aShop(() => null, refusal)
  const { user } = await buy()
  expect(await screen.findByText('You can’t use SPRING')).toBeVisible()
  expect(screen.getByText(words)).toBeVisible()
  expect(screen.getByText('€9.99')).toBeVisible()
  expect(readCode()?.refusal).toBe(refusal)
  expect(asked.filter(({ query }) => query.get('discount_code')).length).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Remove code' }))
  expect(screen.queryByText(words)).toBeNull()
})

test.each(['spending_paused', 'wallet_frozen', 'purchases_stopped'])(
  'what refuses every purchase (%s) uses no code up',
  async (refusal) => {
    aShop(() => null, refusal)
    await buy()
    expect(await screen.findByText('You can’t use SPRING')).toBeVisible()
    expect(screen.getByText('€9.99')).toBeVisible()
    expect(readCode()?.refusal).toBeUndefined()
  },
)

test('a better offer of the member’s own stays, and the screen says so', async () => {
  aShop((code) => (code ? { code, percentage: 10 } : { code: 'TIMEBONUS25', percentage: 25 }))
  await buy()
  expect(await screen.findByText('Your own offer takes off more than SPRING, so it stays')).toBeVisible()
})

test('a typed code has its notice at the field, where it moves no price', async () => {
  forgetCode()
  aShop((code) => (code ? { code, percentage: 20 } : null))
  const { user } = await buy()
  await user.click(await screen.findByText('Do you have a discount code?'))
  await user.type(screen.getByRole('textbox', { name: 'Discount code' }), 'SUMMER')
  await user.click(screen.getByRole('button', { name: 'Use code' }))
  const notice = await screen.findByText('SUMMER: 20% off')
  expect(notice.compareDocumentPosition(screen.getByText('€7.99'))).toBe(Node.DOCUMENT_POSITION_PRECEDING)
})

test('after the purchase the code is gone', async () => {
  fakeApi({
    'GET payment.php': () => ({
      payment: {
        payment_id: 'o1',
        status: 'completed',
        credits: 20,
        amount: money('7.99'),
        method: 'ideal',
        checkout_url: null,
        created_at: '2026-11-20T12:00:00Z',
        refund_days: 14,
        discount_code: 'SPRING',
        normal_amount: money('9.99'),
        vat: money('1.39'),
        vat_percentage: '21',
        package_id: 'p0',
        returned: null,
        one_press: false,
      },
    }),
    'GET user.php': () => ({ user: ann }),
  })
  await show(<PaymentResult orderId="o1" memberId="ann" />)
  await screen.findByRole('heading', { level: 1 })
  expect(readCode()).toBeNull()
})

test('the code of the address is applied, and only the code is asked about', async () => {
  forgetCode()
  const asked = aShop((code) => (code ? { code, percentage: 20 } : null))
  const { user } = await show(<BuyScreen user={ann} />, { at: '/credits?code=SUMMER&network=abc' })
  expect(await screen.findByText('SUMMER: 20% off')).toBeVisible()
  const lookUps = asked.filter(({ path }) => path === 'discountcode.php')
  expect(lookUps.map(({ query }) => String(query))).toEqual(['code=SUMMER'])
  await user.click(screen.getByRole('button', { name: 'Remove code' }))
  expect(screen.queryByText(/SUMMER/)).toBeNull()
})

test('a code of the address that is not valid promises nothing', async () => {
  forgetCode()
  aShop(() => null, 'discount_not_found')
  await show(<BuyScreen user={ann} />, { at: '/credits?code=OLD' })
  expect(await screen.findByText('You can’t use OLD')).toBeVisible()
  expect(screen.getByText('€9.99')).toBeVisible()
  expect(screen.getByText('Do you have a discount code?')).toBeVisible()
})
