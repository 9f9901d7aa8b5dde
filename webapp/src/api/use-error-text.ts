import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
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
        return String(t(error.code as Code, { ...error.body } as never))
      }
      return error.message || t('internal')
    },
    [t, i18n],
  )
}
