import { useTranslation } from 'react-i18next'
import { Page, PageTitle } from '../../ui'

export default function CreditsRoute() {
  const { t } = useTranslation('credits')
  return (
    <Page>
      <PageTitle title={t('title')} />
    </Page>
  )
}
