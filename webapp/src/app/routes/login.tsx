import { MailCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { LoginForm } from '@/features/session/components/login-form'
import { Notice, Page, PageTitle, useQueryValue } from '@/ui'
import { paths, safeNext } from '@/paths'
import { SignupLink } from '@/app/signup/signup-link'
import { VisitorsOnly } from '@/app/gates/visitors-only'
import { waitingAt } from '@/app/signup/waiting'
import styles from './login.module.css'

export default function LoginRoute() {
  const { t } = useTranslation(['account', 'security'])
  const signedUp = (useLocation().state as { signedUp?: string } | null)?.signedUp
  const next = useQueryValue('next')
  const waiting = waitingAt(next)
  return (
    <VisitorsOnly membersTo={safeNext(next)}>
      <Page width="narrow" className={styles.page}>
        <PageTitle title={t('login_title')} lead={waiting ? t(`login_waiting_${waiting}`) : t('login_lead')} />
        {signedUp && (
          <Notice kind="success" role="status" icon={<MailCheck size={22} aria-hidden="true" />}>
            {t('security:signed_up', { email: signedUp })}
          </Notice>
        )}
        <LoginForm />
        <Link to={paths.resetPassword} className={styles.forgot}>
          {t('security:forgot')}
        </Link>
        <div className={styles.other}>
          <p>{t('login_no_account')}</p>
          <SignupLink kind="secondary" wide next={next}>
            {t('login_signup')}
          </SignupLink>
        </div>
      </Page>
    </VisitorsOnly>
  )
}
