import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { isApiError } from '@/api/api-error'
import { NoAccess } from '@/app/errors/no-access'
import { ClosedDesk } from '@/app/gates/desk/closed-desk'
import { useAskedResets } from '@/features/support/api/support'
import { InboxList } from '@/features/support/components/inbox-list'
import { InboxThread } from '@/features/support/components/inbox-thread'
import { SupportTabs } from '@/features/support/components/support-tabs'
import { Loading, Page, PageTitle, Skeleton } from '@/ui'

/** The inbox of the support desk. The server decides about access. */
export default function SupportInboxRoute() {
  const { t } = useTranslation('support')
  const { thread } = useParams()
  const { data, error } = useAskedResets()
  if (isApiError(error, 'forbidden')) return <NoAccess />
  if (isApiError(error, 'support_required')) return <ClosedDesk title={t('title')} />
  const isKnown = data !== undefined || error !== undefined
  return (
    <Page>
      <PageTitle title={t('title')} />
      <SupportTabs />
      {!isKnown && (
        <Loading>
          <Skeleton height="320px" />
        </Loading>
      )}
      {isKnown && thread && <InboxThread key={thread} id={thread} />}
      {isKnown && !thread && <InboxList />}
    </Page>
  )
}
