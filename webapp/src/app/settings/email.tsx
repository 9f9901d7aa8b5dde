import { useTranslation } from 'react-i18next'
import { useUser } from '@/api/use-user'
import { MailChangeForm } from '@/features/security/components/mail-change-form'
import { SettingsPage } from './settings-page'

export default function EmailSettings() {
  const { t } = useTranslation(['security', 'settings'])
  const { user } = useUser()
  return (
    <SettingsPage title={t('settings:email')} lead={t('email_now', { email: user?.email ?? '' })}>
      <MailChangeForm />
    </SettingsPage>
  )
}
