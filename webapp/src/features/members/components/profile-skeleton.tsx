import { useTranslation } from 'react-i18next'
import { Loading, Page, PageTitle, Skeleton } from '@/ui'
import styles from './profile-skeleton.module.css'

export function ProfileSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={styles.frame}>
      <Page>
        <PageTitle title={t('loading')} hidden />
        <Loading className={styles.profile}>
          <Skeleton className={styles.photo} />
          <div className={styles.words}>
            <Skeleton width="60%" height="2.2rem" />
            <Skeleton width="40%" />
            <Skeleton width="220px" height="48px" />
            <Skeleton width="90%" />
            <Skeleton width="70%" />
          </div>
        </Loading>
      </Page>
    </div>
  )
}
