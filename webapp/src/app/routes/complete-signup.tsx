import { MailCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { useUser } from '@/api/use-user'
import { SendAgainButton } from '@/features/activation/components/send-again-button'
import { PhotoManager } from '@/features/photos/components/photo-manager'
import { LinkButton, Loading, Notice, Page, PageTitle } from '@/ui'
import { ChangeAddress } from '@/app/notices/change-address'
import { FirstSteps } from '@/app/notices/first-steps'
import { paths } from '@/paths'

/** The wizard's last step: what became of the account, and what makes it whole. */
export default function CompleteSignupRoute() {
  const { t } = useTranslation(['account', 'signup'])
  const { user } = useUser()
  if (user === undefined) return <Loading />
  if (user === null) return <Navigate to={paths.signup} replace />
  const waiting = user.status === 'not_confirmed'
  return (
    <Page width="reading">
      <PageTitle
        title={t('complete_title', { name: user.name })}
        lead={waiting ? t('complete_lead') : t('complete_lead_active')}
      />
      {waiting && (
        <Notice
          icon={<MailCheck size={22} aria-hidden="true" />}
          title={t('complete_mail')}
          actions={<SendAgainButton email={user.email} />}
        >
          {user.email} <ChangeAddress />
        </Notice>
      )}
      <PhotoManager />
      <FirstSteps user={user} />
      <div>
        <LinkButton to={paths.signupMatches}>{t('signup:matches_action')}</LinkButton>
      </div>
    </Page>
  )
}
