import { expect, test } from 'vitest'
import { filterOf, narrowed, queryOf, withFirst, withSecond } from './report-filter'

const now = Date.parse('2026-03-31T23:30:00Z')
const read = (query: string) => filterOf(new URLSearchParams(query), now)

test('an empty address is the last 30 days by page, in UTC', () => {
  expect(read('')).toEqual({ first: '2026-03-02', last: '2026-03-31', by: ['page'], only: {} })
})

test('an address survives being written and read, also a filter for rows without a network', () => {
  const filter = narrowed(narrowed(read('by=week,network'), 'page', 'map'), 'network', '')
  expect(queryOf(filter)).toEqual({ ...read(''), by: 'week,network', page: 'map', network: '-', only: undefined })
  expect(filterOf(new URLSearchParams(queryOf(filter)), now)).toEqual(filter)
  expect(narrowed(filter, 'network', null).only).toEqual({ page: 'map' })
})

test('unknown and repeated dimensions are left out', () => {
  expect(read('by=colour,page,page,day').by).toEqual(['page', 'day'])
})

test('a dimension stands in one place only', () => {
  expect(withFirst(read('by=day,network'), 'network').by).toEqual(['network'])
  expect(withSecond(read('by=day,network'), null).by).toEqual(['day'])
  expect(withSecond(read('by=day'), 'page').by).toEqual(['day', 'page'])
})
