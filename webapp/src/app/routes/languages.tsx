import { useTranslation } from 'react-i18next'
import { Page, PageTitle } from '@/ui'
import { LanguageList } from '@/app/languages/language-list'

export default function LanguagesRoute() {
  const { t } = useTranslation('account')
  return (
    <Page>
      <PageTitle title={t('languages_title')} />
      <LanguageList />
    </Page>
  )
}
