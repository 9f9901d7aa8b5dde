import { useTranslation } from 'react-i18next'
import type { Money } from '@/api/types'
import { formattingLocale } from './formatting-locale'

export function useMoney(): (money: Money) => string {
  const { i18n } = useTranslation()
  const locale = formattingLocale(i18n.language)
  return ({ value, currency }) => new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(value))
}
