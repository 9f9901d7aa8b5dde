import { useTranslation } from 'react-i18next'
import { Page, PageTitle } from '../../ui'

export default function ActivateRoute() {
  const { t } = useTranslation('account')
  return (
    <Page>
      <PageTitle title={t('login_title')} />
    </Page>
  )
}
