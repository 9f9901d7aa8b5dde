import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mutate } from 'swr'
import { keys } from '@/api/keys'
import { useErrorText } from '@/api/use-error-text'
import { useUser } from '@/api/use-user'
import { changeMail } from '@/features/security/api/passwords'
import { useAction } from '@/api/use-action'
import { LinkButton, Page, PageTitle } from '@/ui'
import { paths } from '@/paths'
import { ConfirmLink } from '@/app/confirm-link'
import { useTokenOfLink } from '@/app/browser/token-of-link'
import styles from './login.module.css'

/** Opening the mail's link shows this page and does nothing; the button changes the address. */
export default function MailChangeDoRoute() {
  const { t } = useTranslation(['security', 'account'])
  const errorText = useErrorText()
  const token = useTokenOfLink()
  const { user } = useUser()
  const { busy, run, error } = useAction()
  const [isDone, setDone] = useState(false)

  const change = async () => {
    if (!(await run(() => changeMail(token)))) return
    setDone(true)
    await mutate(keys.user)
  }

  if (!isDone && error === null) {
    return (
      <ConfirmLink
        title={t('mail_change_title')}
        lead={t('mail_change_lead')}
        action={t('mail_change_action')}
        busy={busy}
        onConfirm={() => void change()}
      />
    )
  }
  const next = user
    ? { to: paths.settings, words: t('to_settings') }
    : { to: paths.login, words: t('account:login_action') }
  return (
    <Page width="narrow" className={styles.page}>
      {isDone ? (
        <PageTitle title={t('mail_change_done_title')} lead={t('mail_change_done_lead')} />
      ) : (
        <PageTitle title={t('link_void_title')} lead={errorText(error)} />
      )}
      <div>
        <LinkButton to={next.to}>{next.words}</LinkButton>
      </div>
    </Page>
  )
}
