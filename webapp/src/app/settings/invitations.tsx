import { useTranslation } from 'react-i18next'
import { InvitationsMatter } from '@/features/invitations/components/invitations-matter'
import { SettingsPage } from './settings-page'

export default function InvitationSettings() {
  const { t } = useTranslation('settings')
  return (
    <SettingsPage title={t('invitations')}>
      <InvitationsMatter />
    </SettingsPage>
  )
}
