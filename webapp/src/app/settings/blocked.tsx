import { useTranslation } from 'react-i18next'
import { BlockedMembers } from '@/features/members/components/blocked-members'
import { SettingsPage } from './settings-page'

export default function BlockedSettings() {
  const { t } = useTranslation('members')
  return (
    <SettingsPage title={t('blocked_list_title')} lead={t('blocked_list_lead')}>
      <BlockedMembers />
    </SettingsPage>
  )
}
