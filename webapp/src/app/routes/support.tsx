import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { isApiError } from '@/api/api-error'
import { NoAccess } from '@/app/errors/no-access'
import { ClosedDesk } from '@/app/gates/desk/closed-desk'
import { useAskedResets } from '@/features/support/api/support'
import { SupportMember } from '@/features/support/components/support-member'
import { SupportSearch } from '@/features/support/components/support-search'
import { SupportTabs } from '@/features/support/components/support-tabs'
import { Loading, Page, PageTitle, Skeleton } from '@/ui'
import { paths } from '@/paths'

/** The support desk. The server decides about access. */
export default function SupportRoute() {
  const { t } = useTranslation('support')
  const { id } = useParams()
  const { data, error, mutate } = useAskedResets()
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
      {isKnown && id && <SupportMember key={id} id={id} onActed={() => mutate()} />}
      {isKnown && !id && (
        <>
          <SupportSearch />
          {data !== undefined && data.resets.length > 0 && (
            <section>
              <h2>{t('resets')}</h2>
              <ul>
                {data.resets.map((reset) => (
                  <li key={reset.member_id + reset.at}>
                    <Link to={paths.support(reset.member_id)}>{reset.name}</Link>{' '}
                    {t(reset.by_you ? 'reset_by_you' : 'reset_by_other')}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </Page>
  )
}
