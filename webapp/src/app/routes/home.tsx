import { useTranslation } from 'react-i18next'
import { Page, PageTitle } from '../../ui'

export default function HomeRoute() {
  const { t } = useTranslation('common')
  return (
    <Page>
      <PageTitle title={t('hero_title')} />
    </Page>
  )
}
