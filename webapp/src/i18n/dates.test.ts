import { expect, test } from 'vitest'
import { calendarDay, day, moment, shortDay, timeOfDay, weekdayAndDay } from './dates'

const at = '2026-11-03T12:15:00'
const now = new Date('2026-11-23T12:00:00')

test('a date is written in one way in each language', () => {
  expect(day(at, 'en-GB')).toBe('3 November 2026')
  expect(day(at, 'de')).toBe('3. November 2026')
  expect(moment(at, 'en-GB')).toBe('3 November 2026 at 12:15')
  expect(moment(at, 'pl')).toBe('3 listopada 2026 12:15')
  expect(timeOfDay(at, 'en-US')).toBe('12:15 PM')
  expect(shortDay(at, 'en-GB', now)).toBe('3 Nov')
  expect(shortDay('2025-11-03T12:15:00', 'en-GB', now)).toBe('3 Nov 2025')
  expect(weekdayAndDay(at, 'en-GB', now)).toBe('Tuesday 3 November')
})

test('a day of the calendar is the same in every time zone', () => {
  expect(calendarDay('1994-03-02', 'en-GB')).toBe('2 March 1994')
})

/** A date that a screen formats by itself looks different from all others. The desks have tables of their own. */
test('no screen of members formats a date by itself', () => {
  const sources = import.meta.glob<string>('/src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
  const byThemselves = Object.entries(sources)
    .filter(([file]) => !/\/i18n\/dates\.|\.test\.|\/features\/(staff|marketing)\//.test(file))
    .filter(([, source]) => /toLocaleDateString|toLocaleTimeString|DateTimeFormat|dateStyle|timeStyle/.test(source))
    .map(([file]) => file)
  expect(byThemselves).toEqual([])
})
