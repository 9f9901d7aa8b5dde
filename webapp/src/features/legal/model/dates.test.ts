import { expect, test } from 'vitest'
import { termsDate } from './dates'

test('the terms are dated by the later of their version and the company', () => {
  expect(termsDate('2020-01-01', '2023-12-01').toISOString()).toBe('2023-12-01T12:00:00.000Z')
  expect(termsDate('2026-01-05', '2023-12-01').toISOString()).toBe('2026-01-05T00:00:00.000Z')
})
