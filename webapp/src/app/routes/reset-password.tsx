import { useTranslation } from 'react-i18next'
import { AskResetForm } from '@/features/security/components/ask-reset-form'
import { LinkButton, Page, PageTitle } from '@/ui'
import { paths } from '@/paths'
import styles from './login.module.css'

export default function ResetPasswordRoute() {
  const { t } = useTranslation('security')
  return (
    <Page width="narrow" className={styles.page}>
      <PageTitle title={t('reset_title')} lead={t('reset_lead')} />
      <AskResetForm />
      <div>
        <LinkButton kind="quiet" to={paths.login}>
          {t('to_login')}
        </LinkButton>
      </div>
    </Page>
  )
}
