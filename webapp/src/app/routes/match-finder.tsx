import { useTranslation } from 'react-i18next'
import { useOwnProfile } from '@/api/profile/use-own-profile'
import { MatchFinder } from '@/features/members/components/match-finder'
import { ErrorState, Loading, Page, PageTitle, Skeleton } from '@/ui'

export default function MatchFinderRoute() {
  const { t } = useTranslation('members')
  const { profile, error, retry } = useOwnProfile()
  return (
    <Page width="wide">
      <PageTitle title={t('finder_title')} lead={t('finder_lead')} />
      {profile ? (
        <MatchFinder own={profile} />
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <Loading>
          <Skeleton height="120px" />
        </Loading>
      )}
    </Page>
  )
}
