import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { isApiError } from '@/api/api-error'
import { NoAccess } from '@/app/errors/no-access'
import { ClosedDesk } from '@/app/gates/desk/closed-desk'
import { PhotoViewer } from '@/features/members/components/photo-viewer'
import { useQueue } from '@/features/staff/api/queue'
import { useUncasedLooks, useWaitingDecisions, useWaitingPhotos } from '@/features/staff/api/desk'
import { useReviews } from '@/features/staff/api/reviews'
import { ConfirmationQueue } from '@/features/staff/components/confirmation-queue'
import type { ShowPhotos } from '@/features/staff/components/case-person'
import { DeskQueue } from '@/features/staff/components/desk-queue'
import { DeskRules } from '@/features/staff/components/desk-rules'
import { MemberDesk } from '@/features/staff/components/member-desk'
import { PastDecisions } from '@/features/staff/components/past-decisions'
import { PhotoQueue } from '@/features/staff/components/photo-queue'
import { QualityReviews } from '@/features/staff/components/quality-reviews'
import { UncasedLooks } from '@/features/staff/components/uncased-looks'
import { Loading, Page, PageTitle, Skeleton, Tabs } from '@/ui'
import { paths } from '@/paths'

const showPhotos: ShowPhotos = (name, photos, at, onClose) => (
  <PhotoViewer name={name} photos={[...photos]} at={at} onClose={onClose} />
)

/** The moderation desk. The server decides about access; others read its requirements. */
export default function StaffRoute() {
  const { t } = useTranslation('staff')
  const { part = 'queue', id } = useParams()
  const { data: queue, error } = useQueue({})
  const isKnown = queue !== undefined || error !== undefined
  const { data: photos } = useWaitingPhotos(queue !== undefined)
  const { data: confirmations } = useWaitingDecisions(queue !== undefined)
  const { data: looks } = useUncasedLooks(queue !== undefined)
  const { data: reviews } = useReviews(queue !== undefined)
  const tab = (name: string, count?: number) => ({
    to: name === 'queue' ? paths.staff : `${paths.staff}/${name}`,
    label: t(name as 'photos'),
    ...(count !== undefined && { count }),
  })
  // Complaints had a tab of their own; bookmarks may still lead there.
  if (part === 'complaints') return <Navigate to={paths.staff} replace />
  if (isApiError(error, 'forbidden')) return <NoAccess />
  if (isApiError(error, 'staff_required')) return <ClosedDesk title={t('title')} />
  return (
    <Page>
      <PageTitle title={t('title')} />
      <Tabs
        label={t('title')}
        tabs={[
          tab(
            'queue',
            queue?.kinds.reduce((sum, { waiting }) => sum + waiting, 0),
          ),
          tab('photos', photos?.waiting),
          tab('confirmations', confirmations?.decisions.length),
          tab('quality', reviews?.reviews.length),
          tab('member'),
          tab('decisions'),
          tab('rules'),
          tab('reads', looks?.waiting),
        ]}
      />
      {!isKnown && (
        <Loading>
          <Skeleton height="320px" />
        </Loading>
      )}
      {isKnown && part === 'queue' && <DeskQueue showPhotos={showPhotos} />}
      {isKnown && part === 'photos' && <PhotoQueue />}
      {isKnown && part === 'confirmations' && <ConfirmationQueue />}
      {isKnown && part === 'quality' && <QualityReviews showPhotos={showPhotos} />}
      {isKnown && part === 'decisions' && <PastDecisions />}
      {isKnown && part === 'rules' && <DeskRules />}
      {isKnown && part === 'reads' && <UncasedLooks />}
      {isKnown && part === 'member' && <MemberDesk key={id ?? ''} id={id ?? null} />}
    </Page>
  )
}
