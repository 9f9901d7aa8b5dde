import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useSettings } from '@/api/use-settings'
import { SignupWizard } from '@/features/signup/components/signup-wizard'
import { Loading, Page, PageTitle } from '@/ui'
import { paths } from '@/paths'
import { VisitorsOnly } from '@/app/gates/visitors-only'
import { SignupClosed, useIsOpen } from '@/app/signup/signup-closed'
import { useSignupProps } from '@/app/signup/use-signup-props'

export default function SignupRoute() {
  const { t } = useTranslation('account')
  const { settings, error } = useSettings()
  const props = useSignupProps()
  const { search } = useLocation()
  const isOpen = useIsOpen(settings?.signups)
  return (
    <VisitorsOnly membersTo={`${paths.completeSignup}${search}`}>
      <Page width="narrow">
        <PageTitle title={t('signup_title')} hidden />
        {!settings && !error ? (
          <Loading />
        ) : isOpen ? (
          <SignupWizard {...props} />
        ) : (
          <SignupClosed site={settings?.name ?? ''} />
        )}
        {isOpen && (
          <p>
            {t('signup_have_account')} <Link to={paths.login}>{t('signup_login')}</Link>
          </p>
        )}
      </Page>
    </VisitorsOnly>
  )
}
