import { useTranslation } from 'react-i18next'
import { LanguageList } from '@/app/languages/language-list'
import { SettingsPage } from './settings-page'

export default function LanguageSettings() {
  const { t } = useTranslation('settings')
  return (
    <SettingsPage title={t('language')} lead={t('language_text')}>
      <LanguageList />
    </SettingsPage>
  )
}
