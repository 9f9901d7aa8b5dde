import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '../../api/api-error'
import { useSettings } from '../../api/use-settings'
import { reactivate } from '../../features/mydata/api/reactivate'
import { WayBack } from '../../features/session/components/way-back'
import { ErrorState, LinkButton, Loading, Page, PageTitle } from '../../ui'
import { paths } from '../paths'
import styles from './login.module.css'

/** The mail's link only opens this page; the page brings the account back, once. */
export default function ReactivateRoute() {
  const { t } = useTranslation(['mydata', 'account'])
  const { settings } = useSettings()
  const begun = useRef(false)
  const [state, setState] = useState<'working' | 'done' | 'failed'>('working')
  const [error, setError] = useState<unknown>(null)

  const bringBack = useCallback(() => {
    setError(null)
    const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? ''
    reactivate(token).then(
      () => setState('done'),
      (problem: unknown) => (isApiError(problem, 'reactivation_failed') ? setState('failed') : setError(problem)),
    )
  }, [])
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    bringBack()
  }, [bringBack])

  if (state === 'working')
    return (
      <Page width="reading">
        <PageTitle title={t('reactivate_working')} />
        {error === null ? <Loading /> : <ErrorState error={error} onRetry={bringBack} />}
      </Page>
    )
  const email = settings?.support_email ?? ''
  return (
    <Page width="reading">
      {state === 'done' ? (
        <PageTitle title={t('reactivate_title')} lead={t('reactivate_done')} />
      ) : (
        <>
          <PageTitle title={t('reactivate_failed_title')} lead={t('reactivate_failed', { email })} />
          <div className={styles.wayBack}>
            <p>{t('account:way_back_lead')}</p>
            <WayBack />
          </div>
        </>
      )}
      <div>
        <LinkButton kind={state === 'done' ? 'primary' : 'quiet'} to={paths.login}>
          {t('log_in')}
        </LinkButton>
      </div>
    </Page>
  )
}
