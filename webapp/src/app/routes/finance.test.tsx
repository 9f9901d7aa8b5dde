import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import FinanceRoute from './finance'

const eur = (value: string) => ({ value, currency: 'EUR' })
const invoice = (number: number, value = '9.99') => ({
  number,
  corrects: null,
  issued_at: '2026-11-20T10:00:00Z',
  site: 'pairwise',
  payment: `payment-${number}`,
  country: 'NL',
  vat_rate: 2100,
  net: eur('8.26'),
  vat: eur('1.73'),
  amount: eur(value),
})
const payout = {
  provider: 'mollie',
  id: 'stl_1',
  paid_at: '2026-11-20T10:00:00Z',
  gross: eur('9.99'),
  refunds: eur('0.00'),
  chargebacks: eur('0.00'),
  other: eur('0.00'),
  fees: eur('0.43'),
  amount: eur('9.61'),
  difference: eur('0.05'),
  findings: [{ what: 'payout_total', about: 'stl_1', found_at: '2026-11-20T10:00:00Z' }],
}
const missing = [{ what: 'payout_missing', about: 'payment-7', found_at: '2026-11-20T10:00:00Z' }]

test('payouts name their fees and differences, and invoices come by page', async () => {
  const asked = fakeApi({
    'GET finance-payouts.php': () => ({ company: 'NL-1', payouts: [payout], missing }),
    'GET finance-invoices.php': ({ query }) =>
      query.get('below')
        ? { company: 'NL-1', invoices: [invoice(1, '-9.99')], has_more: false }
        : { company: 'NL-1', invoices: [invoice(2)], has_more: true },
  })
  const { user, container } = await show(<FinanceRoute />)
  expect(await screen.findByText('€0.43')).toBeVisible()
  expect(screen.getByText(/The lines don’t add up/)).toBeVisible()
  expect(screen.getByText(/Not in any payout/)).toBeVisible()
  expect(screen.queryByText('Refunds')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('link', { name: 'Credit note 1' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Invoice 2' })).toHaveAttribute('href', expect.stringContaining('number=2'))
  await expectAccessible(container)
  await user.type(screen.getByLabelText('Payment number'), 'payment-2')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  await waitFor(() => expect(asked.some(({ query }) => query.get('payment') === 'payment-2')).toBe(true))
})

test.each([
  ['forbidden', 'You do not have access to this page'],
  ['finance_required', 'The desk is closed for now'],
])('others find it closed: %s', async (code, text) => {
  fakeApi({
    'GET finance-payouts.php': () => failure(403, code),
    'GET second-factor.php': () => ({ on: true, recovery_codes_left: 10 }),
  })
  await show(<FinanceRoute />)
  expect(await screen.findByRole('heading', { name: text })).toBeVisible()
})
