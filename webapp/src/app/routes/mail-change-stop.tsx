import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mutate } from 'swr'
import { keys } from '@/api/keys'
import { stopMailChange } from '@/features/security/api/passwords'
import { useAction } from '@/api/use-action'
import { LinkButton, Notice, Page, PageTitle } from '@/ui'
import { paths } from '@/paths'
import { ConfirmLink } from '@/app/confirm-link'
import { useTokenOfLink } from '@/app/browser/token-of-link'
import styles from './login.module.css'

/** Opening the mail's link shows this page and does nothing; the button stops the change of address. */
export default function MailChangeStopRoute() {
  const { t } = useTranslation('security')
  const token = useTokenOfLink()
  const { busy, run, general } = useAction()
  const [isStopped, setStopped] = useState(false)

  const stop = async () => {
    if (!(await run(() => stopMailChange(token)))) return
    setStopped(true)
    await mutate(keys.user)
  }

  const failure = general()
  if (!isStopped && !failure) {
    return (
      <ConfirmLink
        title={t('mail_stop_title')}
        lead={t('mail_stop_lead')}
        action={t('mail_stop_action')}
        danger
        busy={busy}
        onConfirm={() => void stop()}
      />
    )
  }
  return (
    <Page width="narrow" className={styles.page}>
      {isStopped ? (
        <PageTitle title={t('mail_stop_done_title')} lead={t('mail_stop_done_lead')} />
      ) : (
        <PageTitle title={t('mail_stop_title')} lead={t('mail_stop_lead')} />
      )}
      {failure && (
        <Notice kind="danger" role="alert">
          {failure}
        </Notice>
      )}
      <div>
        <LinkButton to={paths.resetPassword}>{t('reset_do_title')}</LinkButton>
      </div>
    </Page>
  )
}
