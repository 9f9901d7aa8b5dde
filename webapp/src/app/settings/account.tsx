import { useTranslation } from 'react-i18next'
import { useUser } from '@/api/use-user'
import { AccountFacts } from '@/features/settings/components/account-facts'
import { SettingsPage } from './settings-page'

export default function AccountSettings() {
  const { t } = useTranslation('settings')
  const { user } = useUser()
  return (
    <SettingsPage title={t('account')} lead={t('account_text')}>
      {user && <AccountFacts user={user} />}
    </SettingsPage>
  )
}
