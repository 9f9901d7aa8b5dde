import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { calendarDay } from '@/i18n/dates'
import { formattingLocale } from '@/i18n/formatting-locale'
import { formatMoney } from '@/i18n/use-money'
import { ApiError } from './api-error'
import type errors from '@/locales/en/errors.json'

type Code = keyof typeof errors

/** The words for a failure: our own for a code we know, else the server's, else the general one. */
export function useErrorText(): (error: unknown) => string {
  const { t, i18n } = useTranslation('errors')
  return useCallback(
    (error: unknown) => {
      if (!(error instanceof ApiError)) return t('internal')
      if (error.code === 'rate_limited' && error.retryAfter) return t('rate_limited_wait', { count: error.retryAfter })
      const values = withFormats(error.body, i18n.language)
      if (i18n.exists(error.code, { ns: 'errors', ...values })) return String(t(error.code as Code, values as never))
      return error.message || t('internal')
    },
    [t, i18n],
  )
}

const isoDate = /^\d{4}-\d{2}-\d{2}$/
const decimal = /^\d+\.\d+$/

/**
 * The parameters of a failure as the reader writes them: dates, and sums of money beside a `currency`. `count`, which
 * chooses the plural form, is the only whole number among them.
 */
function withFormats(body: object, language: string): Record<string, unknown> {
  const locale = formattingLocale(language)
  const { currency } = body as { currency?: string }
  const format = (value: unknown) => {
    if (typeof value !== 'string') return value
    if (isoDate.test(value)) return calendarDay(value, locale)
    return currency && decimal.test(value) ? formatMoney({ value, currency }, locale) : value
  }
  const count = Object.values(body).find(Number.isInteger)
  return { count, ...Object.fromEntries(Object.entries(body).map(([name, value]) => [name, format(value)])) }
}
