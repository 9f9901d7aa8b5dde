import { useTranslation } from 'react-i18next'
import { LinkButton, Page, PageTitle } from '@/ui'
import styles from './not-found.module.css'
import { paths } from '@/paths'

/** The screen of a page that answers `forbidden`: the sentence of the error catalogue, and a way on. */
export function NoAccess() {
  const { t } = useTranslation(['common', 'errors'])
  return (
    <Page className={styles.page}>
      <PageTitle title={t('errors:forbidden')} lead={t('no_access_text')} />
      <LinkButton to={paths.home}>{t('not_found_action')}</LinkButton>
    </Page>
  )
}
