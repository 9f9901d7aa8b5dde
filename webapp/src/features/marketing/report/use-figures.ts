import { useTranslation } from 'react-i18next'
import { calendarDay } from '@/i18n/dates'
import { formattingLocale } from '@/i18n/formatting-locale'

/** Figures the way the marketer's language writes them. Sums are hundredths. */
export function useFigures() {
  const { i18n } = useTranslation()
  const locale = formattingLocale(i18n.language)
  return {
    number: (value: number) => value.toLocaleString(locale),
    money: (hundredths: number, currency: string) =>
      (hundredths / 100).toLocaleString(locale, { style: 'currency', currency }),
    percent: (share: number | null) =>
      share === null ? '–' : share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 }),
    day: (day: string) => calendarDay(day, locale),
  }
}
