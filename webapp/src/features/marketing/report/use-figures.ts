import { useTranslation } from 'react-i18next'
import { calendarDay } from '@/i18n/dates'
import { formattingLocale } from '@/i18n/formatting-locale'

/** Figures the way the marketer's language writes them. Sums are hundredths. */
export function useFigures() {
  const { i18n } = useTranslation()
  const locale = formattingLocale(i18n.language)
  const number = (value: number) => value.toLocaleString(locale)
  const money = (hundredths: number, currency: string) =>
    (hundredths / 100).toLocaleString(locale, { style: 'currency', currency })
  const percent = (share: number | null) =>
    share === null ? '–' : share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })
  return {
    number,
    money,
    percent,
    figure: (value: number | null, kind: 'number' | 'money' | 'percent', currency: string): string => {
      if (value === null) return '–'
      return kind === 'number' ? number(value) : kind === 'money' ? money(value, currency) : percent(value)
    },
    /** A change such as +12 %, or a dash where there was nothing before. */
    change: (value: number, before: number) =>
      before > 0
        ? ((value - before) / before).toLocaleString(locale, {
            style: 'percent',
            maximumFractionDigits: 0,
            signDisplay: 'exceptZero',
          })
        : '–',
    day: (day: string) => calendarDay(day, locale),
  }
}
