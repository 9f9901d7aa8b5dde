import { useTranslation } from 'react-i18next'
import { ConsentList } from '@/features/mydata/components/consent-list'
import { SeeksForm } from '@/features/profile/components/seeks-form'
import { paths } from '@/paths'
import { SettingsPage } from './settings-page'

export default function ConsentSettings() {
  const { t } = useTranslation('settings')
  return (
    <SettingsPage title={t('consents')} lead={t('consents_text')}>
      <ConsentList pages={{ terms: paths.page('terms'), privacy: paths.page('privacy') }} matching={<SeeksForm />} />
    </SettingsPage>
  )
}
