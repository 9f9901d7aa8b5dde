import { useTranslation } from 'react-i18next'
import { LinkButton, Page, PageTitle } from '@/ui'
import styles from './not-found.module.css'
import { paths } from '@/paths'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <Page className={styles.page}>
      <PageTitle title={t('not_found_title')} lead={t('not_found_text')} />
      <LinkButton to={paths.home}>{t('not_found_action')}</LinkButton>
    </Page>
  )
}
