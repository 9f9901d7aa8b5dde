import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { useUser } from '@/api/use-user'
import { NextCards } from '@/features/activation/components/next-cards'
import { LinkButton, Page, PageTitle } from '@/ui'
import { FirstSteps } from '@/app/notices/first-steps'
import { paths } from '@/paths'
import { useNextCards } from '@/app/notices/use-next-cards'

export default function ActivateDoneRoute() {
  const { t } = useTranslation('account')
  const { user } = useUser()
  const cards = useNextCards()
  // A member who typed the address has confirmed nothing yet.
  if (user?.status === 'not_confirmed') return <Navigate to={paths.completeSignup} replace />
  return (
    <Page width={user ? 'content' : 'reading'}>
      <PageTitle title={t('activate_done_title')} lead={t('activate_done_lead')} />
      {user === null ? (
        <div>
          <LinkButton to={paths.login}>{t('login_action')}</LinkButton>
        </div>
      ) : (
        <NextCards cards={cards} />
      )}
      {user && <FirstSteps user={user} />}
    </Page>
  )
}
