import { useTranslation } from 'react-i18next'
import type { Money } from '@/api/types'
import { formattingLocale } from './formatting-locale'

type Sign = 'narrowSymbol' | 'symbol'

/**
 * With the currency's short sign (zł, kr), which is short enough for any button: a member pays in one currency alone.
 * Several currencies beside each other need `symbol`, which tells DKK from NOK.
 */
export function formatMoney({ value, currency }: Money, locale: string, sign: Sign = 'narrowSymbol'): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: sign }).format(Number(value))
}

export function useMoney(sign?: Sign): (money: Money) => string {
  const { i18n } = useTranslation()
  const locale = formattingLocale(i18n.language)
  return (money) => formatMoney(money, locale, sign)
}
