import { expect, test } from 'vitest'
import { emptyFields, lastDay, newCodeOf } from './model'

const fields = { ...emptyFields, code: ' spring-20 ', percent: '20' }

test('a code is sent in capitals, with the limits that were filled in alone', () => {
  expect(newCodeOf(fields)).toEqual({ code: 'SPRING-20', campaign: '', percentage: 20 })
  expect(newCodeOf({ ...fields, campaign: 'spring ', uses: '500', budget: '1000,50', currency: 'eur' })).toEqual({
    code: 'SPRING-20',
    campaign: 'spring',
    percentage: 20,
    most_uses: 500,
    budget: 100_050,
    currency: 'EUR',
  })
})

test('the last day is included, and shown again as the last day', () => {
  const made = newCodeOf({ ...fields, first: '2026-12-01', last: '2026-12-31' })
  expect(made).toMatchObject({ starts_at: '2026-12-01T00:00:00.000Z', expires_at: '2027-01-01T00:00:00.000Z' })
  expect(lastDay('2027-01-01T00:00:00Z')).toBe('2026-12-31')
})

test.each([
  [{ code: 'a b' }, 'code_wrong'],
  [{ code: 'ab' }, 'code_wrong'],
  [{ percent: '0' }, 'code_percent_wrong'],
  [{ percent: '91' }, 'code_percent_wrong'],
  [{ percent: '2.5' }, 'code_percent_wrong'],
  [{ uses: '0' }, 'code_uses_wrong'],
  [{ uses: 'many' }, 'code_uses_wrong'],
  [{ budget: '0' }, 'sum_wrong'],
  [{ budget: '10', currency: 'E' }, 'sum_wrong'],
  [{ first: '2026-12-02', last: '2026-12-01' }, 'code_days_wrong'],
])('%s is %s', (wrong, problem) => {
  expect(newCodeOf({ ...fields, ...wrong })).toBe(problem)
})
