import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { formattingLocale } from '@/i18n/formatting-locale'
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
      if (i18n.exists(error.code, { ns: 'errors' })) {
        return String(t(error.code as Code, withDates(error.body, i18n.language) as never))
      }
      return error.message || t('internal')
    },
    [t, i18n],
  )
}

const isoDate = /^\d{4}-\d{2}-\d{2}$/

/** The parameters of a failure, its dates as the reader writes them. */
function withDates(body: object, language: string): Record<string, unknown> {
  const date = new Intl.DateTimeFormat(formattingLocale(language), { dateStyle: 'long' })
  const written = (value: unknown) =>
    typeof value === 'string' && isoDate.test(value) ? date.format(new Date(`${value}T00:00:00`)) : value
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, written(value)]))
}
