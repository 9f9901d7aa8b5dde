import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useErrorText } from '../../../api/use-error-text'
import { ErrorState, Loading, Notice, Switch } from '../../../ui'
import { useConsents, type Consent } from '../api/consents'
import styles from './mydata.module.css'

/** Each yes with its date and version; what the account does not need can be taken back here. */
export function ConsentList({ pages }: { pages: Record<'terms' | 'privacy', string> }) {
  const { t } = useTranslation('mydata')
  const errorText = useErrorText()
  const { consents, error, change, retry } = useConsents()
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  if (!consents) return error ? <ErrorState error={error} onRetry={retry} /> : <Loading />

  const turn = async (consent: Consent, given: boolean) => {
    setBusy(consent.kind)
    setFailure(null)
    await change(consent, given).catch(setFailure)
    setBusy(null)
  }

  return (
    <>
      {failure !== null && (
        <Notice kind="danger" role="alert">
          {errorText(failure)}
        </Notice>
      )}
      <ul className={styles.list}>
        {consents.map((consent) => (
          <li key={consent.kind}>
            {consent.kind === 'terms' || consent.kind === 'privacy' ? (
              <>
                <Link className={styles.name} to={pages[consent.kind]}>
                  {t(`consent_${consent.kind}`)}
                </Link>
                <span className={styles.text}>{t('consent_needed')}</span>
              </>
            ) : (
              <>
                <Switch
                  label={<span className={styles.name}>{t(`consent_${consent.kind}`)}</span>}
                  checked={consent.given}
                  disabled={busy === consent.kind}
                  onChange={(given) => void turn(consent, given)}
                />
                <span className={styles.text}>{t(`consent_${consent.kind}_text`)}</span>
              </>
            )}
            <When consent={consent} />
          </li>
        ))}
      </ul>
    </>
  )
}

function When({ consent }: { consent: Consent }) {
  const { t, i18n } = useTranslation('mydata')
  const day = (at: string) => new Date(at).toLocaleDateString(i18n.language, { dateStyle: 'long' })
  if (!consent.at) return <span className={styles.when}>{t('consent_never')}</span>
  if (!consent.given) return <span className={styles.when}>{t('consent_withdrawn', { date: day(consent.at) })}</span>
  const version = consent.version?.includes('T') ? day(consent.version) : consent.version
  return <span className={styles.when}>{t('consent_given', { date: day(consent.at), version })}</span>
}
