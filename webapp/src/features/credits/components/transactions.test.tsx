import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { Transaction, User } from '@/api/types'
import { hashOf } from '@/features/credits/model/receipt'
import { TransactionScreen } from './transaction-screen'
import { TransactionsScreen } from './transactions-screen'

const ann = { id: 'ann', name: 'Ann', credits: 4, paid_user: true } as User
const row = (
  id: string,
  kind: Transaction['kind'],
  credits: number,
  balance: number,
  more: Partial<Transaction> = {},
): Transaction => ({
  id,
  kind,
  purpose: kind === 'message' || kind === 'refund' ? 'message' : null,
  item: null,
  credits,
  free_messages: 0,
  debt: 0,
  balance_after: balance,
  at: '2026-11-20T12:00:00Z',
  payment_id: null,
  paid: null,
  profile_id: null,
  profile: null,
  ...more,
})
const paid = (more: Partial<NonNullable<Transaction['paid']>> = {}) => ({
  amount: { value: '19.99', currency: 'EUR' },
  method: 'ideal',
  discount: null,
  discount_code: null,
  returned: null,
  documents: [],
  ...more,
})
const toFreja = { profile_id: 'freja', profile: { name: 'Freja', fictional: true } }

test('every debit shows its partner, sign and balance, and further pages load on request', async () => {
  fakeApi({
    'GET transactions.php': ({ query }) =>
      query.has('cursor')
        ? { transactions: [row('t4', 'signup_gift', 6, 6)], next_cursor: null, debt: 0 }
        : {
            transactions: [
              row('t1', 'message', -2, 54, toFreja),
              row('t2', 'message', 0, 56, { free_messages: -1, profile_id: 'gone' }),
              row('t3', 'purchase', 50, 56, { payment_id: 'o1', paid: paid() }),
            ],
            next_cursor: 'older',
            debt: 0,
          },
  })
  const { user, container } = await show(<TransactionsScreen user={ann} />, { at: '/transactions' })
  expect(await screen.findByRole('row', { name: /Message to Freja ?Fictional.* −2 54/ })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Message to Freja' })).toHaveAttribute('href', '/transactions/t1')
  expect(screen.getByRole('row', { name: /Free message to a member you can no longer see.* 0 56/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /Credits bought ?€19.99 · iDEAL.* \+50 56/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('row', { name: /Welcome credits.* \+6 6/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
  await expectAccessible(container)
})

test('gifts, photos and opening lines are named, also when refunded', async () => {
  const rose = { purpose: 'gift', item: 'rose', ...toFreja } as const
  fakeApi({
    'GET transactions.php': () => ({
      transactions: [
        row('t1', 'message', -5, 40, rose),
        row('t2', 'refund', 5, 45, rose),
        row('t3', 'message', -4, 41, { purpose: 'photo', ...toFreja }),
        row('t4', 'message', -1, 45, { purpose: 'icebreaker', item: 'song', ...toFreja }),
      ],
      next_cursor: null,
      debt: 0,
    }),
  })
  await show(<TransactionsScreen user={ann} />, { at: '/transactions' })
  expect(await screen.findByRole('link', { name: 'Gift: rose to Freja' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Gift: rose to Freja refunded' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Photo to Freja' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Opening line to Freja' })).toBeVisible()
})

test('the filtered list, by days of the member’s own zone, is the downloaded list', async () => {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  fakeApi({
    'GET transactions.php': ({ query }) => ({
      transactions:
        query.get('time_zone') !== zone || query.get('kind') === 'refund' ? [] : [row('t1', 'purchase', 50, 56)],
      next_cursor: null,
      debt: 0,
    }),
  })
  const { user } = await show(<TransactionsScreen user={ann} />, { at: '/transactions?since=2026-11-01' })
  const link = await screen.findByRole('link', { name: /Download/ })
  expect(link).toHaveAttribute(
    'href',
    `/api/transactions-file.php?since=2026-11-01&time_zone=${encodeURIComponent(zone)}`,
  )
  await user.selectOptions(screen.getByLabelText('Show'), 'refund')
  expect(await screen.findByText('No transactions match')).toBeVisible()
  expect(link).toHaveAttribute(
    'href',
    `/api/transactions-file.php?kind=refund&since=2026-11-01&time_zone=${encodeURIComponent(zone)}`,
  )
  await user.selectOptions(screen.getByLabelText('Show'), '')
  expect(await screen.findByRole('row', { name: /Credits bought/ })).toBeVisible()
})

test('a debt is explained', async () => {
  fakeApi({
    'GET transactions.php': () => ({
      transactions: [row('t1', 'reversal', -4, 0, { debt: 16 })],
      next_cursor: null,
      debt: 16,
    }),
  })
  const { container } = await show(<TransactionsScreen user={ann} />, { at: '/transactions' })
  expect(await screen.findByText('You owe 16 credits')).toBeVisible()
  expect(screen.getByText(/You can’t send messages until this is settled/)).toBeVisible()
  await expectAccessible(container)
})

test('a single transaction shows all its details', async () => {
  fakeApi({ 'GET transaction.php': () => ({ transaction: row('t1', 'message', -2, 54, toFreja) }) })
  const { container } = await show(<TransactionScreen id="t1" />, { at: '/transactions/t1' })
  expect(await screen.findByRole('heading', { name: 'Message to Freja' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Freja' })).toHaveAttribute('href', '/members/freja')
  expect(screen.getByText('Fictional')).toBeVisible()
  expect(screen.getByText('t1')).toBeVisible()
  await expectAccessible(container)
})

test('a purchase says what was paid, how, with which discount, and what went back of it', async () => {
  const euros = (value: string) => ({ value, currency: 'EUR' })
  const issued = { company: 'NL-1', issued_at: '2026-11-20T12:00:00Z' }
  const documents: NonNullable<Transaction['paid']>['documents'] = [
    { ...issued, number: 17, kind: 'invoice' },
    { ...issued, number: 18, kind: 'credit_note' },
  ]
  const all = paid({ discount: euros('5.00'), discount_code: 'SPRING', returned: euros('4.00'), documents })
  fakeApi({
    'GET transaction.php': () => ({ transaction: row('t1', 'purchase', 50, 56, { payment_id: 'o1', paid: all }) }),
  })
  const { container } = await show(<TransactionScreen id="t1" />, { at: '/transactions/t1' })
  await screen.findByRole('heading', { name: 'Credits bought' })
  const details = screen
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
  expect(details).toEqual(
    expect.arrayContaining([
      'Amount: €19.99',
      'Payment method: iDEAL',
      'Discount SPRING: −€5.00',
      'Refunded so far: €4.00',
      'Payment: See the payment',
    ]),
  )
  expect(screen.getByRole('link', { name: 'Credit note 18 (PDF)' })).toHaveAttribute(
    'href',
    '/api/invoice.php?company=NL-1&number=18',
  )
  expect(details.filter((detail) => detail.includes('Credits bought'))).toEqual([])
  await expectAccessible(container)
})

test('the hash of a transaction is verified, and a saved receipt compared with it', async () => {
  const transaction = {
    id: 't1',
    kind: 'purchase',
    member_id: 'ann',
    credits: 50,
    free_messages: 0,
    debt: 0,
    balance_after: 56,
    version: 1,
    partner_id: null,
    payment_id: 'o1',
    at_microseconds: 1,
    purpose: null,
    item: null,
  } as const
  const hash = await hashOf({ transaction, previous: '', hash: '' })
  const receipt = { transaction, previous: '', hash }
  fakeApi({
    'GET transaction.php': () => ({ transaction: row('t1', 'purchase', 50, 56) }),
    'GET transaction-receipt.php': () => ({ receipt }),
  })
  const { user, container } = await show(<TransactionScreen id="t1" />, { at: '/transactions/t1' })
  expect(await screen.findByText('Checked in your browser: the hash fits')).toBeVisible()
  const saved = (content: unknown) => new File([JSON.stringify(content)], 'receipt.json', { type: 'application/json' })
  const field = screen.getByLabelText('Check a saved receipt')
  await user.upload(field, saved({ receipt }))
  expect(await screen.findByText('The saved receipt matches this transaction')).toBeVisible()
  await user.upload(field, saved({ receipt: { ...receipt, hash: '00' } }))
  expect(await screen.findByText('The saved receipt doesn’t match this transaction')).toBeVisible()
  await expectAccessible(container)
})

test('a transaction that is not there says so', async () => {
  fakeApi({ 'GET transaction.php': () => failure(404, 'not_found') })
  await show(<TransactionScreen id="t9" />, { at: '/transactions/t9' })
  expect(await screen.findByText('We can’t find this transaction')).toBeVisible()
})
