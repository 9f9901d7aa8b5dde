import { shortDay, timeOfDay, weekday, weekdayAndDay } from '@/i18n/dates'

const day = 86_400_000

/** Whole days between two moments by the calendar. */
function daysBetween(then: Date, now: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  return Math.round((midnight(now) - midnight(then)) / day)
}

const capitalised = (words: string, locale: string) => words.charAt(0).toLocaleUpperCase(locale) + words.slice(1)

/** As short as it can be: the time today, then the day of the week, then the date. */
export function listTime(at: string, locale: string, now = new Date()): string {
  const then = new Date(at)
  const days = daysBetween(then, now)
  if (days <= 0) return timeOfDay(at, locale)
  if (days < 7) return weekday(at, locale)
  return shortDay(at, locale, now)
}

/** "Today", "Yesterday", then the whole date. */
export function dayName(at: string, locale: string, now = new Date()): string {
  const then = new Date(at)
  const days = daysBetween(then, now)
  if (days <= 1)
    return capitalised(
      new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.max(days, 0), 'day'),
      locale,
    )
  return capitalised(weekdayAndDay(at, locale, now), locale)
}
