import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { setUser } from '@/api/use-user'
import { resetPassword } from '@/features/security/api/passwords'
import { NewPasswordForm } from '@/features/security/components/new-password-form'
import { LinkButton, Page, PageTitle } from '@/ui'
import { paths } from '@/paths'
import { useTokenOfLink } from '@/app/browser/token-of-link'
import styles from './login.module.css'

export default function ResetPasswordDoRoute() {
  const { t } = useTranslation(['security', 'account', 'errors'])
  const token = useTokenOfLink()
  const [state, setState] = useState<'asking' | 'done' | 'void'>(token ? 'asking' : 'void')

  if (state === 'asking') {
    const save = async (password: string) => {
      try {
        await resetPassword(token, password)
        await setUser(null)
      } catch (error) {
        if (!isApiError(error, 'link_invalid')) throw error
        setState('void')
        throw error
      }
    }
    return (
      <Page width="narrow" className={styles.page}>
        <PageTitle title={t('reset_do_title')} lead={t('reset_do_lead')} />
        <NewPasswordForm action={t('reset_do_action')} onSave={save} onSaved={() => setState('done')} />
      </Page>
    )
  }
  return (
    <Page width="narrow" className={styles.page}>
      {state === 'done' ? (
        <>
          <PageTitle title={t('reset_done_title')} lead={t('reset_done_lead')} />
          <LinkButton to={paths.login}>{t('account:login_action')}</LinkButton>
        </>
      ) : (
        <>
          <PageTitle title={t('link_void_title')} lead={t('errors:link_invalid')} />
          <LinkButton to={paths.resetPassword}>{t('reset_new_link')}</LinkButton>
        </>
      )}
    </Page>
  )
}
