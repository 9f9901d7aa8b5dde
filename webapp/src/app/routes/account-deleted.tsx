import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { LinkButton, Page, PageTitle } from '../../ui'
import { paths } from '../paths'

export default function AccountDeletedRoute() {
  const { t, i18n } = useTranslation(['account', 'common'])
  const until = new Date(useSearchParams()[0].get('until') ?? '')
  const date = Number.isNaN(until.getTime()) ? null : until.toLocaleDateString(i18n.language, { dateStyle: 'long' })
  return (
    <Page width="reading">
      <PageTitle title={t('deleted_title')} lead={date ? t('deleted_text', { date }) : t('deleted_text_plain')} />
      <div>
        <LinkButton kind="secondary" to={paths.home}>
          {t('common:not_found_action')}
        </LinkButton>
      </div>
    </Page>
  )
}
