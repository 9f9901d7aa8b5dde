import { expect, test } from 'vitest'
import { choiceOf, choose, everything, filterOf, isNarrowed, queryOf } from './transaction-filter'

test('an address says what is shown, and nonsense in it says nothing', () => {
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

test('only what narrows is asked for', () => {
  expect(queryOf({ ...everything, kind: 'refund' })).toEqual({ kind: 'refund' })
  expect([isNarrowed(everything), isNarrowed({ ...everything, until: '2026-01-31' })]).toEqual([false, true])
})

test('one chooses what was sent by what it was', () => {
  const gifts = choose(everything, 'gift')
  expect(queryOf(gifts)).toEqual({ kind: 'message', purpose: 'gift' })
  expect(choiceOf(gifts)).toBe('gift')
  expect(choose(gifts, null)).toEqual(everything)
})
