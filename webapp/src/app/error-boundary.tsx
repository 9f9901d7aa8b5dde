import i18next from 'i18next'
import { Component, type ReactNode } from 'react'
import styles from './error-boundary.module.css'

interface State {
  error: Error | null
}

/** The last resort: says so in words, outside of everything that may have broken. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: Error): State {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <main className={styles.page} role="alert">
        <h1>{i18next.t('error_page_title')}</h1>
        <p>{i18next.t('error_page_text')}</p>
        <p className={styles.code}>{i18next.t('error_page_code', { code: 500 })}</p>
        <button type="button" onClick={() => window.location.reload()}>
          {i18next.t('retry')}
        </button>
        <a href="/">{i18next.t('not_found_action')}</a>
      </main>
    )
  }
}
