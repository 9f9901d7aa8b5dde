import { useTranslation } from 'react-i18next'
import { Page, PageTitle } from '../../ui'

export default function MemberRoute() {
  const { t } = useTranslation('members')
  return (
    <Page>
      <PageTitle title={t('title')} />
    </Page>
  )
}
