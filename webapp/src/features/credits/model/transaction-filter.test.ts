import { expect, test } from 'vitest'
import { filterOf, isNarrowed, queryOf } from './transaction-filter'

test('an address says what is shown, and nonsense in it says nothing', () => {
  expect(filterOf(new URLSearchParams('kind=message&since=2026-01-31'))).toEqual({ kind: 'message', since: '2026-01-31', until: null })
  expect(filterOf(new URLSearchParams('kind=gold&since=soon&until=1'))).toEqual({ kind: null, since: null, until: null })
})

test('only what narrows is asked for', () => {
  const all = { kind: null, since: null, until: null }
  expect(queryOf({ ...all, kind: 'refund' })).toEqual({ kind: 'refund' })
  expect([isNarrowed(all), isNarrowed({ ...all, until: '2026-01-31' })]).toEqual([false, true])
})
