import { MailCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { useUser } from '../../api/use-user'
import { NextCards } from '../../features/activation/components/next-cards'
import { SendAgainButton } from '../../features/activation/components/send-again-button'
import { Loading, Notice, Page, PageTitle } from '../../ui'
import { paths } from '../paths'
import { useNextCards } from '../use-next-cards'

export default function CompleteSignupRoute() {
  const { t } = useTranslation('account')
  const { user } = useUser()
  const cards = useNextCards()
  if (user === undefined) return <Loading />
  if (user === null) return <Navigate to={paths.signup} replace />
  const waiting = user.status === 'not_confirmed'
  return (
    <Page width="reading">
      <PageTitle title={t('complete_title', { name: user.name })} lead={waiting ? t('complete_lead') : t('complete_lead_active')} />
      {waiting && (
        <Notice icon={<MailCheck size={22} aria-hidden="true" />} title={t('complete_mail')} actions={<SendAgainButton email={user.email} />}>
          {user.email}
        </Notice>
      )}
      <h2>{t('complete_next')}</h2>
      <NextCards cards={cards} />
    </Page>
  )
}
