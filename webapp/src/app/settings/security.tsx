import { useTranslation } from 'react-i18next'
import { PasskeyList } from '@/features/security/components/passkey-list'
import { SecondFactor } from '@/features/security/components/second-factor'
import { SettingsPage } from './settings-page'

export default function SecuritySettings() {
  const { t } = useTranslation('settings')
  return (
    <SettingsPage title={t('security')} lead={t('security_text')}>
      <SecondFactor />
      <PasskeyList />
    </SettingsPage>
  )
}
