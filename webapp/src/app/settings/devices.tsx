import { useTranslation } from 'react-i18next'
import { useSessions } from '@/features/security/api/sessions'
import { DeviceList } from '@/features/security/components/device-list'
import { ErrorState, Loading, Skeleton } from '@/ui'
import { SettingsPage } from './settings-page'

export default function DeviceSettings() {
  const { t } = useTranslation('settings')
  const { data, error, mutate } = useSessions()
  return (
    <SettingsPage title={t('devices')} lead={t('devices_text')}>
      {data && <DeviceList sessions={data.sessions} />}
      {!data && error && <ErrorState error={error} onRetry={() => void mutate()} />}
      {!data && !error && (
        <Loading>
          <Skeleton height="148px" />
        </Loading>
      )}
    </SettingsPage>
  )
}
