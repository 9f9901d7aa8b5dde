import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, Route, Routes } from 'react-router'
import { isApiError } from '@/api/api-error'
import { NoAccess } from '@/app/errors/no-access'
import { ClosedDesk } from '@/app/gates/desk/closed-desk'
import { page } from '@/app/shell/page'
import { useMarketingActions } from '@/features/marketing/api/actions'
import { Loading, Page, PageTitle, Skeleton, Tabs } from '@/ui'
import { paths } from '@/paths'

/** The sections of the desk in the order of their tabs. Each comes with its own chunk and texts. */
const sections = [
  {
    name: 'report',
    Screen: page(async () => ({ default: (await import('@/features/marketing/report/report-screen')).ReportScreen })),
  },
  {
    name: 'sources',
    Screen: page(async () => ({
      default: (await import('@/features/marketing/sources/sources-screen')).SourcesScreen,
    })),
  },
  {
    name: 'links',
    Screen: page(async () => ({ default: (await import('@/features/marketing/links/links-screen')).LinksScreen })),
  },
  {
    name: 'suspects',
    Screen: page(async () => ({
      default: (await import('@/features/marketing/suspects/suspects-screen')).SuspectsScreen,
    })),
  },
  {
    name: 'codes',
    Screen: page(async () => ({ default: (await import('@/features/marketing/codes/codes-screen')).CodesScreen })),
  },
  {
    name: 'campaigns',
    Screen: page(async () => ({
      default: (await import('@/features/marketing/campaigns/campaigns-screen')).CampaignsScreen,
    })),
  },
  {
    name: 'pages',
    Screen: page(
      async () => ({ default: (await import('@/features/marketing/pages/pages-screen')).PagesScreen }),
      'landing',
    ),
  },
  {
    name: 'experiments',
    Screen: page(
      async () => ({
        default: (await import('@/features/marketing/experiments/experiments-screen')).ExperimentsScreen,
      }),
      'landing',
    ),
  },
  {
    name: 'log',
    Screen: page(async () => ({ default: (await import('@/features/marketing/components/action-log')).ActionLog })),
  },
] as const

/** The marketing desk. The server decides about access; others read its requirements. */
export default function MarketingRoute() {
  const { t } = useTranslation('marketing')
  const { actions, error } = useMarketingActions()
  if (isApiError(error, 'forbidden')) return <NoAccess />
  if (isApiError(error, 'marketer_required')) return <ClosedDesk title={t('title')} />
  const loading = (
    <Loading>
      <Skeleton height="320px" />
    </Loading>
  )
  return (
    <Page>
      <PageTitle title={t('title')} />
      <Tabs label={t('title')} tabs={sections.map(({ name }) => ({ to: paths.marketing(name), label: t(name) }))} />
      {/* A section of a desk that is closed would ask in vain. */}
      {actions === undefined && error === undefined ? (
        loading
      ) : (
        <Suspense fallback={loading}>
          <Routes>
            {sections.map(({ name, Screen }) => (
              <Route key={name} path={`${name}/*`} element={<Screen />} />
            ))}
            <Route path="*" element={<Navigate replace to={paths.marketing(sections[0].name)} />} />
          </Routes>
        </Suspense>
      )}
    </Page>
  )
}
