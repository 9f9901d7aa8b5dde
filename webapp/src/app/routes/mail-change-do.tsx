import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mutate } from 'swr'
import { keys } from '../../api/keys'
import { useErrorText } from '../../api/use-error-text'
import { useUser } from '../../api/use-user'
import { changeMail } from '../../features/security/api/passwords'
import { LinkButton, Loading, Page, PageTitle } from '../../ui'
import { paths } from '../paths'
import { useTokenOfLink } from '../token-of-link'
import styles from './login.module.css'

/** The mail's link only opens this page; the page does the changing, once. */
export default function MailChangeDoRoute() {
  const { t } = useTranslation(['security', 'account'])
  const errorText = useErrorText()
  const token = useTokenOfLink()
  const { user } = useUser()
  const begun = useRef(false)
  const [state, setState] = useState<'asking' | 'done' | { error: unknown }>('asking')

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    changeMail(token).then(
      async () => {
        setState('done')
        await mutate(keys.user)
      },
      (error: unknown) => setState({ error }),
    )
  }, [token])

  if (state === 'asking') {
    return (
      <Page width="narrow" className={styles.page}>
        <PageTitle title={t('mail_change_title')} />
        <Loading />
      </Page>
    )
  }
  const next = user ? { to: paths.settings, words: t('to_settings') } : { to: paths.login, words: t('account:login_action') }
  return (
    <Page width="narrow" className={styles.page}>
      {state === 'done' ? (
        <PageTitle title={t('mail_change_done_title')} lead={t('mail_change_done_lead')} />
      ) : (
        <PageTitle title={t('link_void_title')} lead={errorText(state.error)} />
      )}
      <div>
        <LinkButton to={next.to}>{next.words}</LinkButton>
      </div>
    </Page>
  )
}
