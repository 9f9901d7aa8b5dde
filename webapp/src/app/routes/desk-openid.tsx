import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { ApiError } from '@/api/api-error'
import { useErrorText } from '@/api/use-error-text'
import { finishOpenId } from '@/features/session/api/openid'
import { CodeForm } from '@/features/session/components/code-form'
import { Notice, Page, PageTitle } from '@/ui'
import { paths } from '@/paths'
import styles from './login.module.css'

/** Where the company's OpenID provider sends the browser back: the end of the log-in, with a code where one is due. */
export default function DeskOpenIdRoute() {
  const { t } = useTranslation('desk')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const { search } = useLocation()
  const [answer] = useState(() => new URLSearchParams(search))
  const code = answer.get('code')
  const state = answer.get('state')
  const [step, setStep] = useState<'working' | 'code'>('working')
  const [error, setError] = useState<unknown>(() =>
    code && state
      ? null
      : new ApiError(403, { code: answer.has('error') ? 'oidc_refused' : 'oidc_expired', message: '' }),
  )
  const begun = useRef(false)

  const goOn = useCallback(
    (user: object | null) => {
      if (user) void navigate(paths.desk, { replace: true })
      else setStep('code')
    },
    [navigate],
  )

  // Once: the provider takes its code one time. The address keeps none of it.
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void navigate({ search: '' }, { replace: true })
    if (code && state) finishOpenId({ code, state }).then(goOn, setError)
  }, [code, state, goOn, navigate])

  return (
    <Page width="narrow" className={styles.page}>
      <PageTitle title={t('login_title')} />
      {error !== null ? (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      ) : step === 'code' ? (
        <CodeForm
          send={async (given) => goOn(await finishOpenId({ second_factor: given }))}
          onBack={() => void navigate(paths.desk, { replace: true })}
        />
      ) : (
        <p role="status">{t('openid_working')}</p>
      )}
      {error !== null && <Link to={paths.desk}>{t('openid_again')}</Link>}
    </Page>
  )
}
