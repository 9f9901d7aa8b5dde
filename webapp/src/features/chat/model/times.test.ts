import { expect, test } from 'vitest'
import { dayName, listTime } from './times'

const now = new Date(2026, 10, 20, 15, 0)
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString()

test('the list says the time today, then the day, then the date', () => {
  expect(listTime(at(2026, 10, 20, 9, 5), 'en-GB', now)).toBe('9:05')
  expect(listTime(at(2026, 10, 19, 23, 59), 'en-GB', now)).toBe('Thu')
  expect(listTime(at(2026, 10, 3, 12, 0), 'en-GB', now)).toBe('3 Nov')
  expect(listTime(at(2025, 10, 3, 12, 0), 'en-GB', now)).toBe('3 Nov 2025')
})

test('a day has its name in words', () => {
  expect(dayName(at(2026, 10, 20, 0, 1), 'en', now)).toBe('Today')
  expect(dayName(at(2026, 10, 19, 23, 59), 'nl', now)).toBe('Gisteren')
  expect(dayName(at(2026, 10, 16, 12, 0), 'nl', now)).toBe('Maandag 16 november')
})

test('a clock that runs a little behind shows no tomorrow', () => {
  expect(dayName(at(2026, 10, 21, 0, 1), 'en', now)).toBe('Today')
})
