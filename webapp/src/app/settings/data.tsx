import { useTranslation } from 'react-i18next'
import { ExportForm } from '@/features/mydata/components/export-form'
import { SettingsPage } from './settings-page'

export default function DataSettings() {
  const { t } = useTranslation('settings')
  return (
    <SettingsPage title={t('export')} lead={t('export_text')}>
      <ExportForm />
    </SettingsPage>
  )
}
