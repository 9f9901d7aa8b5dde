import { useTranslation } from 'react-i18next'
import { EmptyState, LinkButton, Page, PageTitle } from '../ui'
import { paths } from './paths'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <Page>
      <PageTitle title={t('not_found_title')} hidden />
      <EmptyState title={t('not_found_title')} text={t('not_found_text')} action={<LinkButton to={paths.home}>{t('not_found_action')}</LinkButton>} />
    </Page>
  )
}
