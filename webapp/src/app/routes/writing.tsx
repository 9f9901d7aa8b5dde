import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { NoAccess } from '@/app/errors/no-access'
import { NotFound } from '@/app/errors/not-found'
import { ClosedDesk } from '@/app/gates/desk/closed-desk'
import { useWaiting } from '@/features/writing/api/writing'
import { Profiles } from '@/features/writing/components/profiles'
import { WaitingList } from '@/features/writing/components/waiting-list'
import { ErrorState, Loading, Page, PageTitle, Skeleton } from '@/ui'

/** The desk of those who write for fictional profiles. The server decides about access. */
export default function WritingRoute() {
  const { t } = useTranslation('fictional')
  const { data, error, mutate } = useWaiting()
  if (isApiError(error, 'forbidden')) return <NoAccess />
  if (isApiError(error, 'writer_required')) return <ClosedDesk title={t('title')} />
  if (isApiError(error, 'not_found')) return <NotFound />
  return (
    <Page>
      <PageTitle title={t('title')} />
      {data && <WaitingList queue={data} onChanged={() => mutate()} />}
      {data && <Profiles />}
      {!data && error !== undefined && <ErrorState error={error} onRetry={() => void mutate()} />}
      {!data && error === undefined && (
        <Loading>
          <Skeleton height="320px" />
        </Loading>
      )}
    </Page>
  )
}
