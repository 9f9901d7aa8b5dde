import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pass, stopClock } from '@tests/clock'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { Packages, Payment, Settings, User } from '@/api/types'
import { rememberPurchase } from '@/features/credits/api/remember-purchase'
import { BuyScreen } from './buy-screen'
import { DirectDebitScreen } from './direct-debit-screen'
import { PayScreen } from './pay-screen'
import { PaymentResult } from './payment-result'
import { PricingList } from './pricing-list'

const money = (value: string) => ({ value, currency: 'EUR' })
const packages: Packages = {
  packages: [
    {
      id: 'p0',
      credits: 20,
      amount: money('9.99'),
      amount_per_message: money('1.00'),
      popular: false,
      discounted: null,
    },
    {
      id: 'p1',
      credits: 50,
      amount: money('19.99'),
      amount_per_message: money('0.80'),
      popular: true,
      discounted: null,
    },
  ],
  country: 'NL',
  vat_percentage: '21',
  methods: ['ideal', 'creditcard', 'paypal', 'bancontact'],
  saveable_methods: ['creditcard', 'paypal'],
  refund_days: 14,
  balance: 4,
  cannot_buy: null,
}
const ann = { id: 'ann', name: 'Ann', credits: 4, paid_user: true } as User
const payment = (status: Payment['status'], more: Partial<Payment> = {}): Payment => ({
  payment_id: 'o1',
  status,
  credits: 50,
  amount: money('19.99'),
  method: 'creditcard',
  checkout_url: null,
  created_at: '2026-11-20T12:00:00Z',
  refund_days: 14,
  discount_code: null,
  normal_amount: null,
  vat: money('3.47'),
  vat_percentage: '21',
  package_id: 'p1',
  returned: null,
  one_press: false,
  first: false,
  ...more,
})

function aServer(more: Parameters<typeof fakeApi>[0] = {}) {
  return fakeApi({
    'GET user.php': () => ({ user: ann }),
    'GET settings.php': () => ({ settings: { message_credits: 2 } }),
    'GET packages.php': () => packages,
    ...more,
  })
}

test('every package says its whole price, its price per message, and that it is paid once', async () => {
  aServer()
  const { container } = await show(<BuyScreen user={ann} />, { at: '/credits?next=%2Fchats%2F1' })
  const choice = await screen.findByRole('link', { name: 'Choose 50 credits' })
  expect(choice).toHaveAttribute('href', '/credits/p1?next=%2Fchats%2F1')
  expect(screen.getByText('€19.99')).toBeVisible()
  expect(screen.getByText('€0.80 per message')).toBeVisible()
  expect(screen.getByText('Good for 25 messages')).toBeVisible()
  expect(screen.getByText('One-time payment. Not a subscription.')).toBeVisible()
  await expectAccessible(container)
})

test('a free member reads the benefits of premium', async () => {
  aServer()
  const { container } = await show(<BuyScreen user={{ ...ann, paid_user: false }} />)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Get premium')
  expect(screen.getByText('Unlimited conversations')).toBeVisible()
  expect(await screen.findByText(/A message costs 2 credits/)).toBeVisible()
  await expectAccessible(container)
})

test('nothing is preselected, and missing choices are named', async () => {
  const asked = aServer()
  const { user, container } = await show(<PayScreen packageId="p1" method={null} memberId="ann" />)
  await user.click(await screen.findByRole('button', { name: 'Pay €19.99 once' }))
  expect(screen.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).checked)).toEqual([])
  expect(screen.getByText('Choose how you want to pay')).toBeVisible()
  expect(screen.getByText('Please agree that we deliver your credits straight away')).toBeVisible()
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
  await expectAccessible(container)
})

test('no VAT is promised where none is in the price', async () => {
  aServer({ 'GET packages.php': () => ({ ...packages, vat_percentage: null }) })
  await show(<PayScreen packageId="p1" method={null} memberId="ann" />)
  expect(await screen.findByText('Nothing renews automatically.')).toBeVisible()
  expect(screen.queryByText(/VAT/)).not.toBeInTheDocument()
})

test('Apple Pay is offered where the device has it', async () => {
  aServer({ 'GET packages.php': () => ({ ...packages, methods: ['ideal', 'applepay'] }) })
  await show(<PayScreen packageId="p1" method="applepay" memberId="ann" />)
  expect(await screen.findByRole('radio', { name: 'iDEAL' })).not.toBeChecked()
  expect(screen.queryByRole('radio', { name: 'Apple Pay' })).not.toBeInTheDocument()
})

test('money that went back is no purchase any more', async () => {
  aServer({ 'GET payment.php': () => ({ payment: payment('completed', { returned: money('19.99') }) }) })
  const { container } = await show(<PaymentResult orderId="o1" memberId="ann" />)
  expect(await screen.findByRole('heading', { name: 'This payment was refunded' })).toBeVisible()
  expect(screen.getByText(/We’ve refunded €19.99/)).toBeVisible()
  await expectAccessible(container)
})

test('a code that was given holds for the next try', async () => {
  aServer({
    'GET payment.php': () => ({
      payment: payment('failed', { discount_code: 'SUMMER', normal_amount: money('19.99') }),
    }),
  })
  await show(<PaymentResult orderId="o1" memberId="cas" />)
  expect(await screen.findByRole('link', { name: 'PayPal' })).toHaveAttribute('href', '/credits/p1/paypal?code=SUMMER')
})

test('prices are shown before a sign-up', async () => {
  const settings = {
    free_messages: 3,
    signup_credits: 6,
    message_credits: 2,
    photo_credits: 4,
    icebreaker_credits: 1,
    gift_credits: 5,
  } as unknown as Settings
  const { container } = await show(<PricingList settings={settings} />)
  const terms = screen
    .getAllByRole('term')
    .map((each) => `${each.textContent}: ${each.nextElementSibling?.textContent}`)
  expect(terms).toEqual([
    'A message: 2 credits',
    'A photo: 4 credits',
    'A voice message: 4 credits',
    'An opening line: from 1 credit',
    'A gift: from 5 credits',
  ])
  await expectAccessible(container)
})

test('the mandate names the company that debits', async () => {
  aServer({
    'GET settings.php': () => ({ settings: { name: 'Pairwise', countries: ['NL'] } }),
    'GET companyinfo.php': () => ({
      company: { name: 'Pairwise B.V.', address: 'Voorbeeldstraat 1', city: 'Utrecht' },
    }),
    'GET profile.php': () => ({ profile: { country: 'NL' } }),
    'GET repeat-order.php': () => ({ saved_methods: [] }),
  })
  const { container } = await show(<DirectDebitScreen />)
  expect(
    await screen.findByText(/you authorise Pairwise B\.V\. \(Voorbeeldstraat 1, Utrecht\) to send instructions/),
  ).toBeVisible()
  await expectAccessible(container)
})

test('a way to pay is chosen at once, before the address follows', async () => {
  aServer()
  const { user } = await show(<PayScreen packageId="p1" method={null} memberId="ann" />)
  await user.click(await screen.findByRole('radio', { name: 'iDEAL' }))
  expect(screen.getByRole('radio', { name: 'iDEAL' })).toBeChecked()
})

test('one press is one payment, with any number of retries', async () => {
  let down = true
  const asked = aServer({ 'POST order.php': () => (down ? failure(500, 'internal') : { payment: payment('open') }) })
  const { user } = await show(<PayScreen packageId="p1" method="ideal" memberId="ann" />)
  await user.click(await screen.findByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Pay €19.99 once' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('You haven’t been charged')
  down = false
  await user.click(screen.getByRole('button', { name: 'Pay €19.99 once' }))
  const orders = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body as { id: string })
  await waitFor(() => expect(orders()).toHaveLength(2))
  expect(orders()[0]).toEqual(orders()[1])
  expect(orders()[0]).toMatchObject({ package_id: 'p1', method: 'ideal', immediate_delivery: true })
})

test('a pending payment asks again by itself', async () => {
  const answers = [payment('pending'), payment('completed')]
  aServer({ 'GET payment.php': () => ({ payment: answers.length > 1 ? answers.shift() : answers[0] }) })
  stopClock()
  await show(<PaymentResult orderId="o1" memberId="ann" />)
  expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeVisible()
  await pass(2_000)
  expect(await screen.findByRole('heading', { name: '50 credits added' })).toBeVisible()
})

test.each([
  [payment('open', { checkout_url: 'https://pay.example' }), 'This payment isn’t finished yet'],
  [payment('open', { one_press: true }), 'Your payment is being processed'],
  [payment('open', { method: 'banktransfer' }), 'We’re waiting for your bank transfer'],
])('an order without its money says what is known of it', async (unpaid, heading) => {
  aServer({ 'GET payment.php': () => ({ payment: unpaid }) })
  const { container } = await show(<PaymentResult orderId="o1" memberId="ann" />)
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
  await expectAccessible(container)
})

test('a new balance is a reason to ask at once', async () => {
  const answers = [payment('pending'), payment('completed')]
  aServer({ 'GET payment.php': () => ({ payment: answers.length > 1 ? answers.shift() : answers[0] }) })
  const { publish } = await show(<PaymentResult orderId="o1" memberId="ann" />)
  await screen.findByRole('heading', { name: 'Your payment is being processed' })
  act(() => publish('balance', { credits: 54, paid_user: true, wallet_version: 2 }))
  expect(await screen.findByRole('heading', { name: '50 credits added' })).toBeVisible()
})

test('a completed payment leads back to the chat it was for', async () => {
  aServer({ 'GET payment.php': () => ({ payment: payment('completed') }) })
  rememberPurchase('ann', { order: 'o1', packageId: 'p1', next: '/chats/c1' })
  const { container } = await show(<PaymentResult orderId="o1" memberId="ann" />)
  expect(await screen.findByRole('link', { name: 'Back to your chat' })).toHaveAttribute('href', '/chats/c1')
  expect(screen.getByText(/You paid €19.99 once with credit card/)).toBeVisible()
  await expectAccessible(container)
})

test('a first purchase is celebrated, and leads on with the one it was for', async () => {
  const asked = aServer({
    'GET payment.php': () => ({ payment: payment('completed', { first: true }) }),
    'GET chat.php': () => ({ profile: { id: 'freja', name: 'Freja' } }),
  })
  rememberPurchase('ann', { order: 'o1', packageId: 'p1', next: '/members/freja/chat' })
  const { container } = await show(<PaymentResult orderId="o1" memberId="ann" />)
  expect(await screen.findByRole('heading', { name: 'Welcome to premium' })).toBeVisible()
  expect(screen.getByText('50 credits added.')).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Continue with Freja' })).toHaveAttribute(
    'href',
    '/members/freja/chat',
  )
  expect(asked.find(({ path }) => path === 'chat.php')?.query.get('profile')).toBe('freja')
  await expectAccessible(container)
})

test.each([
  ['failed', 'The payment failed'],
  ['cancelled', 'The payment was cancelled'],
  ['expired', 'The payment page has expired'],
] as const)('a %s payment says why, keeps the choice and offers two other ways', async (status, title) => {
  aServer({ 'GET payment.php': () => ({ payment: payment(status) }) })
  const { container } = await show(<PaymentResult orderId="o1" memberId="ben" />)
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(await screen.findByRole('link', { name: 'iDEAL' })).toHaveAttribute('href', '/credits/p1/ideal')
  expect(screen.getByRole('link', { name: 'PayPal' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Bancontact' })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Try again with credit card' })).toHaveAttribute(
    'href',
    '/credits/p1/creditcard',
  )
  await expectAccessible(container)
})

test('an order that somebody left is not said to be cancelled by them', async () => {
  aServer({ 'GET payment.php': () => ({ payment: payment('cancelled') }) })
  await show(<PaymentResult orderId="o1" memberId="ben" />)
  expect(await screen.findByText(/^The credit card payment wasn’t completed. You haven’t been charged/i)).toBeVisible()
  expect(screen.queryByText(/you cancelled/i)).not.toBeInTheDocument()
})
