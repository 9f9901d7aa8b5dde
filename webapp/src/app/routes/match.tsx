import { useTranslation } from 'react-i18next'
import { Page, PageTitle } from '../../ui'

export default function MatchRoute() {
  const { t } = useTranslation('likes')
  return (
    <Page>
      <PageTitle title={t('title')} />
    </Page>
  )
}
