import { expect, test } from 'vitest'
import { choiceOf, choose, everything, filterOf, isNarrowed, queryOf } from './transaction-filter'

test('the address holds the filters, and invalid values are ignored', () => {
  expect(filterOf(new URLSearchParams('kind=message&since=2026-01-31'))).toEqual({
    ...everything,
    kind: 'message',
    purpose: 'message',
    since: '2026-01-31',
  })
  expect(filterOf(new URLSearchParams('kind=message&purpose=gift'))).toEqual({
    ...everything,
    kind: 'message',
    purpose: 'gift',
  })
  expect(filterOf(new URLSearchParams('kind=gold&since=soon&until=1'))).toEqual(everything)
})

test('only active filters are requested', () => {
  expect(queryOf({ ...everything, kind: 'refund' })).toEqual({ kind: 'refund' })
  expect([isNarrowed(everything), isNarrowed({ ...everything, until: '2026-01-31' })]).toEqual([false, true])
})

test('messages are filtered by their purpose', () => {
  const gifts = choose(everything, 'gift')
  expect(queryOf(gifts)).toEqual({ kind: 'message', purpose: 'gift' })
  expect(choiceOf(gifts)).toBe('gift')
  expect(choose(gifts, null)).toEqual(everything)
})
