import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useErrorText } from '@/api/use-error-text'
import { useDates } from '@/i18n/use-dates'
import { ErrorState, Loading, Notice, Skeleton, Switch } from '@/ui'
import type { Consent } from '@/api/consents'
import { useConsents } from '@/features/mydata/api/consents'
import styles from './mydata.module.css'

interface Props {
  pages: Record<'terms' | 'privacy', string>
  /** The question shown as long as `matching` is agreed to. */
  matching?: ReactNode
}

/** Each yes with its date and version; those the account does not need can be withdrawn here. */
export function ConsentList({ pages, matching }: Props) {
  const { t } = useTranslation('mydata')
  const errorText = useErrorText()
  const { consents, error, change, retry } = useConsents()
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  if (!consents && error) return <ErrorState error={error} onRetry={retry} />
  if (!consents)
    return (
      <Loading>
        <Skeleton height="360px" />
      </Loading>
    )

  const isMatching = consents.some(({ kind, given }) => kind === 'matching' && given)
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
        {consents.filter(isShown).map((consent) => (
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
                  disabled={busy === consent.kind || (rests(consent) && !isMatching) || isOver(consent)}
                  onChange={(given) => void turn(consent, given)}
                />
                <span className={styles.text}>{t(`consent_${consent.kind}_text`)}</span>
                {rests(consent) && !isMatching && <span className={styles.text}>{t('consent_sexuality_rests')}</span>}
                {consent.kind === 'matching' && consent.given && matching}
              </>
            )}
            <When consent={consent} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A consent that can only be given with `matching`; given before there was one, it can still be taken back. */
const rests = ({ kind, given }: Consent) => kind === 'sexuality' && !given

/** The source of a member is known at sign-up alone: no later consent could add it. */
const isShown = ({ kind, at }: Consent) => kind !== 'attribution' || at !== null
const isOver = ({ kind, given }: Consent) => kind === 'attribution' && !given

function When({ consent }: { consent: Consent }) {
  const { t } = useTranslation('mydata')
  const { day } = useDates()
  if (!consent.at) return <span className={styles.when}>{t('consent_never')}</span>
  if (!consent.given) return <span className={styles.when}>{t('consent_withdrawn', { date: day(consent.at) })}</span>
  const version = consent.version?.includes('T') ? day(consent.version) : consent.version
  return <span className={styles.when}>{t('consent_given', { date: day(consent.at), version })}</span>
}
