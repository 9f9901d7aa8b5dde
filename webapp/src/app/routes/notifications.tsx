import { useTranslation } from 'react-i18next'
import { useNotifications } from '../../features/settings/api/notifications'
import { NotificationTable } from '../../features/settings/components/notification-table'
import { ErrorState, Loading, Skeleton } from '../../ui'
import { SettingsPage } from '../settings/settings-page'

export default function NotificationsRoute() {
  const { t } = useTranslation('account')
  const { data, error, mutate } = useNotifications()
  return (
    <SettingsPage title={t('notifications_title')} lead={t('notifications_lead')}>
      {data && <NotificationTable types={data.types} />}
      {!data && error && <ErrorState error={error} onRetry={() => void mutate()} />}
      {!data && !error && (
        <Loading>
          <Skeleton height="420px" />
        </Loading>
      )}
    </SettingsPage>
  )
}
