import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Notice } from '@/ui'
import type { FieldName } from '@/features/signup/model/check-answers'
import styles from './signup-wizard.module.css'

interface Props {
  texts: Partial<Record<FieldName, string>>
  loginPath: string | null
}

export function fieldId(field: FieldName): string {
  return `signup-${field}`
}

/** Errors of the form, listed and linked; it takes the focus so that it is read first. */
export function ErrorSummary({ texts, loginPath }: Props) {
  const { t } = useTranslation('account')
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  const entries = Object.entries(texts) as [FieldName, string][]
  return (
    <div ref={ref} tabIndex={-1} className={styles.summary} role="alert">
      <Notice kind="danger" title={t('signup_errors', { count: entries.length })}>
        <ul>
          {entries.map(([field, text]) => (
            <li key={field}>
              <a
                href={`#${fieldId(field)}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(fieldId(field))?.focus()
                }}
              >
                {text}
              </a>
            </li>
          ))}
          {loginPath && texts.email && (
            <li>
              <Link to={loginPath}>{t('signup_login')}</Link>
            </li>
          )}
        </ul>
      </Notice>
    </div>
  )
}
