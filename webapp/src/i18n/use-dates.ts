import { useTranslation } from 'react-i18next'
import { useBrowserFact } from '@/ui/use-browser-fact'
import { calendarDay, calendarMonth, day, moment, shortDay, timeOfDay } from './dates'
import { formattingLocale } from './formatting-locale'

type Time = string | Date

/** Dates the way this member reads them. */
export function useDates() {
  const { i18n } = useTranslation()
  const locale = useBrowserFact(() => formattingLocale(i18n.language), i18n.language)
  return {
    day: (at: Time) => day(at, locale),
    calendarDay: (date: Time) => calendarDay(date, locale),
    calendarMonth: (at: Time) => calendarMonth(at, locale),
    moment: (at: Time) => moment(at, locale),
    shortDay: (at: Time) => shortDay(at, locale),
    timeOfDay: (at: Time) => timeOfDay(at, locale),
  }
}
