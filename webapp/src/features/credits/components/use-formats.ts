import { useTranslation } from 'react-i18next'
import type { Money } from '@/api/types'
import { formattingLocale } from '@/i18n/formatting-locale'
import { formatMoney } from '@/i18n/use-money'
import { useDates } from '@/i18n/use-dates'
import { useBrowserFact } from '@/ui'
import { formatCredits } from '@/features/credits/model/formats'

/** Amounts and dates the way the member reads them. */
export function useFormats() {
  const { i18n } = useTranslation()
  const dates = useDates()
  const locale = useBrowserFact(() => formattingLocale(i18n.language), i18n.language)
  return {
    money: (money: Money) => formatMoney(money, locale),
    signed: (credits: number) => formatCredits(credits, locale),
    number: (count: number) => count.toLocaleString(locale),
    date: dates.shortDay,
    moment: dates.moment,
    time: dates.timeOfDay,
  }
}
