import { useTranslation } from 'react-i18next'
import { useUser } from '@/api/use-user'
import { SendAgainButton } from '@/features/activation/components/send-again-button'
import { LinkButton, Page, PageTitle } from '@/ui'
import { paths } from '@/paths'
import styles from './login.module.css'

export default function ActivateErrorRoute() {
  const { t } = useTranslation('account')
  const { user } = useUser()
  return (
    <Page width="reading">
      <PageTitle title={t('activate_error_title')} lead={t('activate_error_text')} />
      <div className={styles.ways}>
        {user === null && <LinkButton to={paths.login}>{t('login_action')}</LinkButton>}
        {user?.status === 'not_confirmed' && <SendAgainButton email={user.email} />}
        <LinkButton kind="secondary" to={paths.page('service')}>
          {t('contact_service')}
        </LinkButton>
      </div>
    </Page>
  )
}
