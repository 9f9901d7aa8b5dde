import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { useSettings } from '@/api/use-settings'
import { reactivate } from '@/features/mydata/api/reactivate'
import { useAction } from '@/api/use-action'
import { WayBack } from '@/features/session/components/way-back'
import { LinkButton, Page, PageTitle } from '@/ui'
import { paths } from '@/paths'
import { ConfirmLink } from '@/app/confirm-link'
import { useTokenOfLink } from '@/app/browser/token-of-link'
import styles from './login.module.css'

/** Opening the mail's link shows this page and does nothing; the button brings the account back. */
export default function ReactivateRoute() {
  const { t } = useTranslation(['mydata', 'account'])
  const { settings } = useSettings()
  const token = useTokenOfLink()
  const { busy, run, error, general } = useAction()
  const [isDone, setDone] = useState(false)
  const isVoid = isApiError(error, 'reactivation_failed')

  if (!isDone && !isVoid) {
    return (
      <ConfirmLink
        title={t('reactivate_ask')}
        lead={t('reactivate_lead')}
        action={t('reactivate_action')}
        busy={busy}
        failure={general()}
        onConfirm={() => void run(() => reactivate(token)).then(setDone)}
      />
    )
  }
  const email = settings?.support_email ?? ''
  return (
    <Page width="reading">
      {isDone ? (
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
        <LinkButton kind={isDone ? 'primary' : 'quiet'} to={paths.login}>
          {t('log_in')}
        </LinkButton>
      </div>
    </Page>
  )
}
