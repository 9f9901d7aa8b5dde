import { expect, test } from 'vitest'
import type { MarketingReportRow } from '@/api/types'
import { barsOf, barsOverTime, daysOf, largest, shareOf, timesOf } from './series'

const row = (key: string[], sign_ups: number, net = 0): MarketingReportRow => ({
  key,
  views: 0,
  suspects: 0,
  bounced: 0,
  sign_ups,
  confirmed: 0,
  suspect_sign_ups: 0,
  first_purchases: 0,
  revenue: net ? ([{ currency: 'EUR', net }] as MarketingReportRow['revenue']) : [],
})

test('rows are summed by their first dimension', () => {
  const rows = [row(['map', 'a'], 2, 500), row(['map', 'b'], 1), row(['video', ''], 4)]
  expect(barsOf(rows, 'sign_ups')).toEqual([
    { key: 'map', value: 3 },
    { key: 'video', value: 4 },
  ])
  expect(barsOf(rows, 'net:EUR').map(({ value }) => value)).toEqual([500, 0])
  expect(largest(barsOf(rows, 'sign_ups'), 1, 9)).toEqual([
    { key: 'video', value: 4 },
    { key: null, value: 5 },
  ])
  expect(largest(barsOf(rows, 'sign_ups'), 2, 7)).toHaveLength(2)
})

test('days on which nothing happened stand there with 0', () => {
  const bars = barsOverTime(
    [{ key: '2026-02-28', value: 5 }],
    daysOf('day', { first: '2026-02-27', last: '2026-03-01' }),
  )
  expect(bars.map(({ value }) => value)).toEqual([0, 5, 0])
})

test.each([
  ['2026-03-02', '2026-03-02'],
  ['2026-03-04', '2026-03-02'],
  ['2026-03-08', '2026-03-02'],
])('the week of %s begins on Monday, %s', (first, monday) => {
  expect(daysOf('week', { first, last: '2026-03-20' })).toEqual([monday, '2026-03-09', '2026-03-16'])
})

test('hours are all of a day, and an unknown one only with a figure', () => {
  const range = { first: '2026-02-27', last: '2026-03-01' }
  expect(timesOf('hour', range, [{ key: '', value: 0 }])).toHaveLength(24)
  expect(timesOf('hour', range, [{ key: '', value: 2 }]).slice(-2)).toEqual(['23', ''])
  expect(timesOf('day', range, [])).toHaveLength(3)
})

test('a share of nothing is none', () => {
  expect(shareOf(0, 0)).toBeNull()
  expect(shareOf(1, 4)).toBe(0.25)
})
