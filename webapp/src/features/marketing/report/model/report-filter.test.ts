import { expect, test } from 'vitest'
import { columnNames, usualColumns } from './columns'
import { earlier } from './comparison'
import { addressOf, filterOf, narrowed, queryOf, withFirst, withSecond } from './report-filter'

const now = Date.parse('2026-03-31T23:30:00Z')
const read = (query: string) => filterOf(new URLSearchParams(query), now)

test('an empty address is the last 30 days by page, in UTC, with the usual columns', () => {
  expect(read('')).toEqual({
    first: '2026-03-02',
    last: '2026-03-31',
    by: ['page'],
    only: {},
    columns: usualColumns,
    compare: null,
    chart: 'sign_ups',
  })
})

test('an address survives being written and read, also a filter for rows without a network', () => {
  const narrow = narrowed(narrowed(read('by=week,network&compare=year&chart=net:EUR'), 'page', 'map'), 'network', '')
  const filter = { ...narrow, first: '2026-01-05', columns: columnNames.slice(3) }
  const written = addressOf(filter, now)
  expect(written).toMatchObject({ by: 'week,network', page: 'map', network: '-' })
  expect(filterOf(new URLSearchParams(written), now)).toEqual(filter)
  expect(Object.keys(queryOf(filter))).toEqual(['first', 'last', 'by', 'page', 'network'])
  expect(narrowed(filter, 'network', null).only).toEqual({ page: 'map' })
})

test('a range that ends today moves on with the day', () => {
  const written = new URLSearchParams(addressOf(read('days=7'), now))
  expect(filterOf(written, now + 86_400_000)).toMatchObject({ first: '2026-03-26', last: '2026-04-01' })
})

test.each([
  ['before', '2026-02-23', '2026-03-01'],
  ['year', '2025-03-03', '2025-03-09'],
])('a week is compared with the one %s', (compare, first, last) => {
  expect(earlier(read(`first=2026-03-02&last=2026-03-08&compare=${compare}`))).toMatchObject({ first, last })
})

test.each(['first=2026-03-09&last=2026-03-08&compare=before', 'first=x&compare=year', ''])(
  'nothing is compared for %j',
  (query) => expect(earlier(read(query))).toBeNull(),
)

test('unknown and repeated dimensions are left out', () => {
  expect(read('by=colour,page,page,day').by).toEqual(['page', 'day'])
})

test('a dimension stands in one place only', () => {
  expect(withFirst(read('by=day,network'), 'network').by).toEqual(['network'])
  expect(withSecond(read('by=day,network'), null).by).toEqual(['day'])
  expect(withSecond(read('by=day'), 'page').by).toEqual(['day', 'page'])
})
