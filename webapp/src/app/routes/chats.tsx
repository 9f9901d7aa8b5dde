import { useTranslation } from 'react-i18next'
import { Page, PageTitle } from '../../ui'

export default function ChatsRoute() {
  const { t } = useTranslation('chat')
  return (
    <Page>
      <PageTitle title={t('title')} />
    </Page>
  )
}
