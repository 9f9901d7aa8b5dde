import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { NoAccess } from '@/app/errors/no-access'
import { ClosedDesk } from '@/app/gates/desk/closed-desk'
import { usePeople } from '@/features/desk/api/people'
import { PeopleList } from '@/features/desk/components/people-list'
import { ErrorState, Loading, Page, PageTitle, Skeleton } from '@/ui'

/** The owners' desk: who works where. The server decides about access. */
export default function DeskPeopleRoute() {
  const { t } = useTranslation('desk')
  const { data, error, mutate } = usePeople()
  if (isApiError(error, 'forbidden')) return <NoAccess />
  if (isApiError(error, 'owner_required')) return <ClosedDesk title={t('people_title')} />
  return (
    <Page>
      <PageTitle title={t('people_title')} lead={t('people_lead')} />
      {data ? (
        <PeopleList {...data} onChanged={() => void mutate()} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <Loading>
          <Skeleton height="320px" />
        </Loading>
      )}
    </Page>
  )
}
