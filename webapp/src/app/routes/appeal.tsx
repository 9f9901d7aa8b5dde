import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { AppealForm } from '@/features/complaints/components/appeal-form'
import { EmptyState, LinkButton, Page, PageTitle } from '@/ui'
import { paths } from '@/paths'

/** The mail's link brings the decision behind the #, where no server log sees it. */
export default function AppealRoute() {
  const { t } = useTranslation('complaints')
  const decisionId = useLocation().hash.slice(1)
  return (
    <Page width="reading">
      <PageTitle title={t('appeal_title')} lead={t('appeal_lead')} />
      {/^[0-9a-f-]{36}$/.test(decisionId) ? (
        <AppealForm decisionId={decisionId} />
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
