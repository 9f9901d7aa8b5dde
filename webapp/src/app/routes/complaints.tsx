import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useUser } from '@/api/use-user'
import { ComplaintForm } from '@/features/complaints/components/complaint-form'
import { DeskMessages } from '@/features/complaints/components/desk-messages'
import { OwnComplaints } from '@/features/complaints/components/own-complaints'
import { OwnDecisions } from '@/features/complaints/components/own-decisions'
import { Loading, Page, PageTitle } from '@/ui'

/** The form for complaints, with an account or without, and the member's complaints with their outcome. */
export default function ComplaintsRoute() {
  const { t } = useTranslation('complaints')
  const { user } = useUser()
  const [search] = useSearchParams()
  const about = {
    memberId: search.get('about'),
    chatId: search.get('chat'),
    messageId: search.get('message'),
    isAboutWords: search.has('like'),
    reason: search.get('reason'),
  }
  return (
    <Page width="reading">
      <PageTitle title={t('title')} lead={t('lead')} />
      {user === undefined ? <Loading /> : <ComplaintForm about={about} isMember={Boolean(user)} />}
      <DeskMessages isMember={Boolean(user)} />
      <OwnDecisions isMember={Boolean(user)} />
      <OwnComplaints isMember={Boolean(user)} />
    </Page>
  )
}
