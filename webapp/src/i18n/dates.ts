/**
 * The only forms in which a date is written: a day in words, a moment with its time, and both short where a list has
 * little room. A day of the calendar, such as a birthday, has no time zone.
 */
type Time = string | Date

const on = (at: Time) => new Date(at)

/** "23 November 2026". */
export const day = (at: Time, locale: string): string => on(at).toLocaleDateString(locale, { dateStyle: 'long' })

/** "23 November 2026", of a date without a time ("2026-11-23"), which is the same day everywhere. */
export const calendarDay = (date: Time, locale: string): string =>
  on(date).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })

/** "November 2026", the same everywhere. */
export const calendarMonth = (at: Time, locale: string): string =>
  on(at).toLocaleDateString(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "23 November 2026 at 20:15". */
export const moment = (at: Time, locale: string): string =>
  on(at).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' })

/** "20:15", or "8:15 PM" where that is usual. */
export const timeOfDay = (at: Time, locale: string): string =>
  on(at).toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit' })

/** "23 Nov"; the year only when it is another one. */
export function shortDay(at: Time, locale: string, now = new Date()): string {
  const sameYear = on(at).getFullYear() === now.getFullYear()
  return on(at).toLocaleDateString(locale, { day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) })
}

/** "Mon". */
export const weekday = (at: Time, locale: string): string => on(at).toLocaleDateString(locale, { weekday: 'short' })

/** "Monday, 23 November"; the year only when it is another one. */
export function weekdayAndDay(at: Time, locale: string, now = new Date()): string {
  const sameYear = on(at).getFullYear() === now.getFullYear()
  return on(at).toLocaleDateString(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(!sameYear && { year: 'numeric' }),
  })
}

/** The IANA name of the zone this browser is in, which all of these are written in. */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
