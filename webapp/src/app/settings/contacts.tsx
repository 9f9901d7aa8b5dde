import { useTranslation } from 'react-i18next'
import { KnownContacts } from '@/features/contacts/components/known-contacts'
import { SettingsPage } from './settings-page'

export default function ContactSettings() {
  const { t } = useTranslation('settings')
  return (
    <SettingsPage title={t('contacts')} lead={t('contacts_lead')}>
      <KnownContacts />
    </SettingsPage>
  )
}
