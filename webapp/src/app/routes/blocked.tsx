import { useTranslation } from 'react-i18next'
import { BlockedMembers } from '../../features/members/components/blocked-members'
import { Page, PageTitle } from '../../ui'

export default function BlockedRoute() {
  const { t } = useTranslation('members')
  return (
    <Page width="reading">
      <PageTitle title={t('blocked_list_title')} lead={t('blocked_list_lead')} />
      <BlockedMembers />
    </Page>
  )
}
