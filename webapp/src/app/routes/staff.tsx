import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { isApiError } from '@/api/api-error'
import { NoAccess } from '@/app/errors/no-access'
import { useSecondFactor } from '@/features/security/api/second-factor'
import { ProofDialog } from '@/features/security/components/proof-dialog'
import { useOpenComplaints, useWaitingDecisions, useWaitingPhotos } from '@/features/staff/api/desk'
import { ComplaintQueue } from '@/features/staff/components/complaint-queue'
import { ConfirmationQueue } from '@/features/staff/components/confirmation-queue'
import { MemberDesk } from '@/features/staff/components/member-desk'
import { PhotoQueue } from '@/features/staff/components/photo-queue'
import { Button, EmptyState, LinkButton, Page, PageTitle, Tabs } from '@/ui'
import { paths } from '@/paths'

/** Of somebody who has a second factor the desk may only have been unused for a while: proving it opens the desk again. */
function Closed({ onOpened }: { onOpened: () => void }) {
  const { t } = useTranslation('staff')
  const { data: factor } = useSecondFactor()
  const [isProving, setProving] = useState(false)
  const again = factor?.on === true
  const toSettings = <LinkButton to={paths.settings}>{t('closed_action')}</LinkButton>
  const toProof = <Button onClick={() => setProving(true)}>{t('closed_again_action')}</Button>
  return (
    <Page width="reading">
      <PageTitle title={t('title')} />
      <EmptyState
        title={t(again ? 'closed_again' : 'closed')}
        text={t(again ? 'closed_again_text' : 'closed_text')}
        action={again ? toProof : toSettings}
      />
      {isProving && <ProofDialog onProved={onOpened} onClose={() => setProving(false)} />}
    </Page>
  )
}

/** The moderation desk. Who may see it is the server's word; others are told what it takes. */
export default function StaffRoute() {
  const { t } = useTranslation('staff')
  const { part = 'photos', id } = useParams()
  const { data: photos, error } = useWaitingPhotos()
  const { data: complaints } = useOpenComplaints()
  const { data: confirmations } = useWaitingDecisions()
  const tab = (name: string, count?: number) => ({
    to: name === 'photos' ? paths.staff : `${paths.staff}/${name}`,
    label: t(name as 'photos'),
    ...(count !== undefined && { count }),
  })
  if (isApiError(error, 'forbidden')) return <NoAccess />
  if (isApiError(error, 'staff_required')) return <Closed onOpened={() => window.location.reload()} />
  return (
    <Page>
      <PageTitle title={t('title')} />
      <Tabs
        label={t('title')}
        tabs={[
          tab('photos', photos?.waiting),
          tab('complaints', complaints?.complaints.length),
          tab('confirmations', confirmations?.decisions.length),
          tab('member'),
        ]}
      />
      {part === 'photos' && <PhotoQueue />}
      {part === 'complaints' && <ComplaintQueue />}
      {part === 'confirmations' && <ConfirmationQueue />}
      {part === 'member' && <MemberDesk key={id ?? ''} id={id ?? null} />}
    </Page>
  )
}
