import { useTranslation } from 'react-i18next'
import { Page, PageTitle } from '../../ui'

export default function MembersRoute() {
  const { t } = useTranslation('members')
  return (
    <Page>
      <PageTitle title={t('title')} />
    </Page>
  )
}
