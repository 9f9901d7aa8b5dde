import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { isApiError } from '../../api/api-error'
import { useOpenComplaints, useWaitingPhotos } from '../../features/staff/api/desk'
import { ComplaintQueue } from '../../features/staff/components/complaint-queue'
import { MemberDesk } from '../../features/staff/components/member-desk'
import { PhotoQueue } from '../../features/staff/components/photo-queue'
import { EmptyState, LinkButton, Page, PageTitle, Tabs } from '../../ui'
import { paths } from '../paths'

/** The moderation desk. Who may see it is the server's word; others are told what it takes. */
export default function StaffRoute() {
  const { t } = useTranslation('staff')
  const { part = 'photos', id } = useParams()
  const { data: photos, error } = useWaitingPhotos()
  const { data: complaints } = useOpenComplaints()
  const tab = (name: string, count?: number) => ({ to: name === 'photos' ? paths.staff : `${paths.staff}/${name}`, label: t(name as 'photos'), ...(count !== undefined && { count }) })
  if (isApiError(error, 'staff_required')) {
    return (
      <Page width="reading">
        <PageTitle title={t('title')} />
        <EmptyState title={t('closed')} text={t('closed_text')} action={<LinkButton to={paths.settings}>{t('closed_action')}</LinkButton>} />
      </Page>
    )
  }
  return (
    <Page>
      <PageTitle title={t('title')} />
      <Tabs label={t('title')} tabs={[tab('photos', photos?.waiting), tab('complaints', complaints?.complaints.length), tab('member')]} />
      {part === 'photos' && <PhotoQueue />}
      {part === 'complaints' && <ComplaintQueue />}
      {part === 'member' && <MemberDesk key={id ?? ''} id={id ?? null} />}
    </Page>
  )
}
