import { MailCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { useUser } from '@/api/use-user'
import { useOwnPhotos } from '@/features/photos/api/photos'
import { SendAgainButton } from '@/features/activation/components/send-again-button'
import { PhotoManager } from '@/features/photos/components/photo-manager'
import { LinkButton, Loading, Notice, Page, PageTitle } from '@/ui'
import { ChangeAddress } from '@/app/notices/change-address'
import { FirstSteps } from '@/app/notices/first-steps'
import { paths, safeNext } from '@/paths'
import styles from './complete-signup.module.css'

/** The wizard's last step: the state of the account, and the remaining steps. */
export default function CompleteSignupRoute() {
  const { t } = useTranslation(['account', 'signup'])
  const { user } = useUser()
  const next = useSearchParams()[0].get('next')
  const { own: photos, error } = useOwnPhotos()
  if (user === undefined) return <Loading />
  if (user === null) return <Navigate to={paths.signup} replace />
  const waiting = user.status === 'not_confirmed'
  return (
    <Page>
      <PageTitle
        title={t('complete_title', { name: user.name })}
        lead={waiting ? t('complete_lead') : t('complete_lead_active')}
      />
      <div className={styles.steps}>
        {waiting && (
          <Notice
            icon={<MailCheck size={22} aria-hidden="true" />}
            title={t('complete_mail')}
            actions={<SendAgainButton email={user.email} />}
          >
            {user.email} <ChangeAddress />
          </Notice>
        )}
        <div>
          {next === null ? (
            <LinkButton to={paths.signupMatches}>{t('signup:matches_action')}</LinkButton>
          ) : (
            <LinkButton to={safeNext(next)}>{t('signup:continue_action')}</LinkButton>
          )}
        </div>
        <div className={styles.photos}>
          <PhotoManager />
        </div>
        {/* Below the photos, which are as high as they stay once they have come. */}
        {(photos !== undefined || error !== undefined) && <FirstSteps user={user} />}
      </div>
    </Page>
  )
}
