import { expect, test } from 'vitest'
import { termsDate } from './dates'

test('the terms are dated by the latest of their first version, the company and the text', () => {
  expect(termsDate('2020-01-01', null).toISOString()).toBe('2023-12-01T12:00:00.000Z')
  expect(termsDate('2026-01-05', null).toISOString()).toBe('2026-01-05T00:00:00.000Z')
  expect(termsDate('2026-01-05', '2026-11-21').toISOString()).toBe('2026-11-21T00:00:00.000Z')
})
