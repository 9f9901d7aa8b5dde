import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mutate } from 'swr'
import { keys } from '../../api/keys'
import { stopMailChange } from '../../features/security/api/passwords'
import { useAction } from '../../features/security/model/use-action'
import { Button, LinkButton, Notice, Page, PageTitle } from '../../ui'
import { paths } from '../paths'
import { useTokenOfLink } from '../token-of-link'
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
  return (
    <Page width="narrow" className={styles.page}>
      {isStopped ? <PageTitle title={t('mail_stop_done_title')} lead={t('mail_stop_done_lead')} /> : <PageTitle title={t('mail_stop_title')} lead={t('mail_stop_lead')} />}
      {failure && (
        <Notice kind="danger" role="alert">
          {failure}
        </Notice>
      )}
      <div>
        {isStopped || failure ? (
          <LinkButton to={paths.resetPassword}>{t('reset_do_title')}</LinkButton>
        ) : (
          <Button kind="danger" busy={busy} onClick={() => void stop()}>
            {t('mail_stop_action')}
          </Button>
        )}
      </div>
    </Page>
  )
}
