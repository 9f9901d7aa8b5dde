import { useTranslation } from 'react-i18next'
import { Page, PageTitle } from '../../ui'

export default function LegalRoute() {
  const { t } = useTranslation('legal')
  return (
    <Page>
      <PageTitle title={t('terms_title')} />
    </Page>
  )
}
