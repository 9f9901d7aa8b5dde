import { useTranslation } from 'react-i18next'
import { Verification } from '@/features/verification/components/verification'
import { SettingsPage } from './settings-page'

export default function VerificationSettings() {
  const { t } = useTranslation('verification')
  return (
    <SettingsPage title={t('title')} lead={t('lead')}>
      <Verification />
    </SettingsPage>
  )
}
