import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MarketingReport } from '@/api/types'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { ReportScreen } from './report-screen'

const revenue = {
  currency: 'EUR',
  purchases: 3,
  gross: 5000,
  vat: 868,
  discount: 0,
  reversed: { refund: 1000 },
  net: 3132,
  payout: 250,
  cost: 0,
  net_a_view: 313.2,
  chargeback_share: 0,
  lifetime: { '1': 100 },
}
const row = {
  key: ['map'],
  views: 10,
  suspects: 2,
  bounced: 5,
  sign_ups: 4,
  confirmed: 2,
  suspect_sign_ups: 0,
  first_purchases: 1,
  revenue: [revenue],
}
const report: MarketingReport = {
  first: '2026-02-01',
  last: '2026-03-02',
  by: ['page'],
  has_views: true,
  has_sign_ups: true,
  rows: [row, { ...row, key: [''], views: 0, sign_ups: 1, revenue: [] }],
  left_out: 0,
  total: { ...row, key: [], sign_ups: 5 },
  attributed: { ...row, key: [], sign_ups: 3 },
  suspicions: { program: 1 },
  check: { checked_at: '2026-03-02T03:10:00Z', first: '2026-01-01', last: '2026-03-01', differences: 0 },
}

test('figures, the line about the ledger and the coverage are shown, and nothing breaks a rule', async () => {
  fakeApi({ 'GET marketing-report.php': () => report })
  const { container } = await show(<ReportScreen />, { at: '/marketing/report?by=page' })
  const table = await screen.findByRole('table')
  expect(within(table).getByRole('row', { name: /map/ })).toHaveTextContent('€31.32')
  expect(within(table).getByRole('row', { name: /none/ })).toBeVisible()
  expect(screen.getByText(/Matches the ledger/)).toBeVisible()
  expect(screen.getByText(/60% of sign-ups, 100% \(EUR\) of net revenue/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    expect.stringMatching(/marketing-report-file\.php\?first=.*by=page/),
  )
  expect(screen.getByText(/^Identifies itself as a bot/).parentElement).toHaveTextContent(/1$/)
  expect(screen.getByText('Reason not recorded').parentElement).toHaveTextContent(/1$/)
  expect(screen.queryByText(/^Without headers/)).toBeNull()
  await expectAccessible(container)
})

test('a page of the table narrows the report, and the chip takes that back', async () => {
  const asked = fakeApi({ 'GET marketing-report.php': () => report })
  const { user } = await show(<ReportScreen />)
  await user.click(await screen.findByRole('button', { name: 'map' }))
  await user.click(await screen.findByRole('button', { name: /Page: map/ }))
  expect(screen.queryByRole('button', { name: /Page: map/ })).toBeNull()
  expect(asked.map(({ query }) => query.get('page'))).toContain('map')
})

test('a second range is shown in each cell, and chosen columns are in the address', async () => {
  const before: MarketingReport = { ...report, rows: [{ ...row, views: 7 }], first: '2026-01-02', last: '2026-01-31' }
  fakeApi({ 'GET marketing-report.php': ({ query }) => (query.get('first') === '2026-01-02' ? before : report) })
  const { user } = await show(<ReportScreen />, {
    at: '/marketing/report?by=page&first=2026-02-01&last=2026-03-02&columns=views,net&compare=before',
  })
  const table = await screen.findByRole('table')
  expect(within(table).getAllByRole('columnheader', { name: /Views|Net revenue/ })).toHaveLength(2)
  expect(await within(table).findByRole('cell', { name: '10 7' })).toBeVisible()
  await user.click(screen.getByText('Columns: 2 of 22'))
  await user.click(screen.getByRole('checkbox', { name: 'VAT' }))
  expect(within(table).getByRole('columnheader', { name: 'VAT' })).toBeVisible()
})

test('a range that cannot be says so', async () => {
  fakeApi({ 'GET marketing-report.php': () => failure(422, 'report_range_impossible') })
  await show(<ReportScreen />, { at: '/marketing/report?first=2026-03-02&last=2026-03-01' })
  expect(await screen.findByText('The range ends before it begins, or begins in the future')).toBeVisible()
})

test('rows by a campaign have no views and no suspects', async () => {
  fakeApi({ 'GET marketing-report.php': () => ({ ...report, has_views: false, suspicions: {} }) })
  await show(<ReportScreen />, { at: '/marketing/report?by=sub1' })
  await screen.findByRole('table')
  expect(screen.queryByRole('heading', { name: 'Why views are suspect' })).toBeNull()
})

test('an empty report explains where its rows come from', async () => {
  const nothing = { ...row, key: [], views: 0, sign_ups: 0, revenue: [] }
  const empty = { ...report, rows: [], total: nothing, attributed: nothing, check: null }
  fakeApi({ 'GET marketing-report.php': () => empty })
  await show(<ReportScreen />)
  expect(await screen.findByText(/\/landers\/map/)).toBeVisible()
  expect(screen.getByText(/Not compared with the ledger yet/)).toBeVisible()
})

test('rows by country, device, hour and sub id are named in words', async () => {
  const by = ['country', 'device', 'hour']
  const rows = [
    { ...row, key: ['NL', 'phone', '07'] },
    { ...row, key: ['', '', ''] },
  ]
  fakeApi({ 'GET marketing-report.php': () => ({ ...report, by, rows }) })
  const { container } = await show(<ReportScreen />, { at: '/marketing/report?by=country,device,hour' })
  const table = await screen.findByRole('table')
  expect(within(table).getByRole('row', { name: /Netherlands Phone 07:00/ })).toBeVisible()
  expect(screen.getAllByRole('option', { name: 'Sub5' })[0]).toBeInTheDocument()
  await expectAccessible(container)
})
