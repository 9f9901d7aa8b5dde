import { useTranslation } from 'react-i18next'
import { ErrorState, Loading, Skeleton } from '@/ui'
import { useSessions } from '@/features/security/api/sessions'
import { DeviceList } from './device-list'
import styles from './security.module.css'

/** Where a person of staff is logged in, beside the other means of securing their account. */
export function OwnDevices() {
  const { t } = useTranslation('settings')
  const { data, error, mutate } = useSessions()
  return (
    <section className={styles.section}>
      <h2>{t('devices')}</h2>
      <p className={styles.lead}>{t('devices_text')}</p>
      {data && <DeviceList sessions={data.sessions} />}
      {!data && error && <ErrorState error={error} onRetry={() => void mutate()} />}
      {!data && !error && (
        <Loading>
          <Skeleton height="148px" />
        </Loading>
      )}
    </section>
  )
}
