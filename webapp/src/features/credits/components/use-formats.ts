import { useTranslation } from 'react-i18next'
import type { Money } from '@/api/types'
import { formattingLocale } from '@/i18n/formatting-locale'
import { formatCredits, formatDate, formatMoney } from '@/features/credits/model/formats'

/** Amounts and dates the way the member reads them. */
export function useFormats() {
  const { i18n } = useTranslation()
  const locale = formattingLocale(i18n.language)
  return {
    money: (money: Money) => formatMoney(money, locale),
    signed: (credits: number) => formatCredits(credits, locale),
    number: (count: number) => count.toLocaleString(locale),
    date: (at: string) => formatDate(at, locale),
    moment: (at: string) => new Date(at).toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short' }),
    time: (at: string) => new Date(at).toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit' }),
  }
}
