import { useTranslation } from 'react-i18next'
import { SpendingMatter } from '@/features/spending/components/spending-matter'
import { SettingsPage } from './settings-page'

export default function SpendingSettings() {
  const { t } = useTranslation('spending')
  return (
    <SettingsPage title={t('title')} lead={t('lead')}>
      <SpendingMatter />
    </SettingsPage>
  )
}
