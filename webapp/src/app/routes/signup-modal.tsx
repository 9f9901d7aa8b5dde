import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, type Location } from 'react-router'
import { useSettings } from '@/api/use-settings'
import { SignupWizard } from '@/features/signup/components/signup-wizard'
import { Dialog, Loading, Notice } from '@/ui'
import { paths } from '@/paths'
import { VisitorsOnly } from '@/app/gates/visitors-only'
import { SignupClosed, useIsOpen } from '@/app/signup/signup-closed'
import { useSignupProps } from '@/app/signup/use-signup-props'

/** Once someone has begun, only the cross closes it, and says so; while the account is made, nothing does. */
export default function SignupModal() {
  const { t } = useTranslation(['account', 'signup'])
  const { settings, error } = useSettings()
  const props = useSignupProps()
  const navigate = useNavigate()
  const { state, search } = useLocation()
  const { behind } = state as { behind: Location }
  const [{ begun, saving }, setState] = useState({ begun: false, saving: false })
  const [stays, setStays] = useState(false)
  const isOpen = useIsOpen(settings?.signups)
  return (
    <VisitorsOnly membersTo={`${paths.completeSignup}${search}`}>
      <Dialog
        open
        size="large"
        closable={!saving}
        onStay={begun || saving ? () => setStays(true) : undefined}
        title={t('signup_title')}
        hideTitle
        onClose={() => void navigate(behind, { replace: true })}
      >
        {!settings && !error ? (
          <Loading />
        ) : isOpen ? (
          <SignupWizard {...props} onState={setState} />
        ) : (
          <SignupClosed site={settings?.name ?? ''} />
        )}
        <div role="status">
          {stays && <Notice>{saving ? t('signup:stays_saving') : t('signup:stays_open')}</Notice>}
        </div>
        {isOpen && (
          <p>
            {t('signup_have_account')} <Link to={paths.login}>{t('signup_login')}</Link>
          </p>
        )}
      </Dialog>
    </VisitorsOnly>
  )
}
