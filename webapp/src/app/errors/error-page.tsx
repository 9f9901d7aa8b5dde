import i18next from 'i18next'
import { useEffect } from 'react'
import { ApiError } from '@/api/api-error'
import styles from './error-page.module.css'

/** Shows an unexpected error: its message, or "Error", and its status. Uses no module that may be the broken one. */
export function ErrorPage({ error }: { error: Error }) {
  const t = i18next.t
  const refused = error instanceof ApiError ? error : null
  // Most often a screen that was never opened while there was a network.
  const isOffline = !navigator.onLine
  const title = isOffline ? t('offline_title') : refused?.message || t('error_page_title')
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    if (!isOffline) return
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isOffline])
  return (
    <main className={styles.page}>
      <h1>{title}</h1>
      <p role="alert">{isOffline ? t('errors:offline') : t('error_page_text')}</p>
      {!isOffline && <p className={styles.code}>{t('error_page_code', { code: refused?.status || 500 })}</p>}
      {refused?.requestId && <p className={styles.code}>{t('error_page_request', { id: refused.requestId })}</p>}
      <button type="button" onClick={() => window.location.reload()}>
        {t('retry')}
      </button>
      <a href="/">{t('not_found_action')}</a>
    </main>
  )
}

export function BrokenErrorPage({ error }: { error: Error }) {
  return (
    <main className={styles.page}>
      <h1>{i18next.t('error_page_failed')}</h1>
      <p>{error.message}</p>
      <a href="/">{i18next.t('not_found_action')}</a>
    </main>
  )
}
