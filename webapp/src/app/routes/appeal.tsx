import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { AppealForm } from '@/features/complaints/components/appeal-form'
import { Statement } from '@/features/complaints/components/statement'
import { EmptyState, LinkButton, Page, PageTitle } from '@/ui'
import { paths } from '@/paths'

/** The link of an email brings its token behind the #, which no server log and no Referer has. */
export default function AppealRoute() {
  const { t } = useTranslation('complaints')
  const hash = useLocation().hash.slice(1)
  const token = new URLSearchParams(hash).get('token')
  if (token) {
    return (
      <Page width="reading">
        <PageTitle title={t('statement_title')} lead={t('statement_lead')} />
        <Statement key={token} token={token} />
      </Page>
    )
  }
  return (
    <Page width="reading">
      <PageTitle title={t('appeal_title')} lead={t('appeal_lead')} />
      {/^[0-9a-f-]{36}$/.test(hash) ? (
        <AppealForm appealed={{ decision_id: hash }} />
      ) : (
        <EmptyState
          title={t('appeal_missing')}
          text={t('appeal_missing_text')}
          action={<LinkButton to={paths.complaints}>{t('title')}</LinkButton>}
        />
      )}
    </Page>
  )
}
