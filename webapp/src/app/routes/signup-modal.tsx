import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation, useNavigate, type Location } from 'react-router'
import { useUser } from '../../api/use-user'
import { useSettings } from '../../api/use-settings'
import { SignupWizard } from '../../features/signup/components/signup-wizard'
import { Dialog, Loading } from '../../ui'
import { paths } from '../paths'
import { useSignupProps } from '../use-signup-props'

export default function SignupModal() {
  const { t } = useTranslation('account')
  const { user } = useUser()
  const { settings, error } = useSettings()
  const props = useSignupProps()
  const navigate = useNavigate()
  const { behind } = useLocation().state as { behind: Location }
  const [saving, setSaving] = useState(false)
  if (user) return <Navigate to={paths.completeSignup} replace state={null} />
  return (
    <Dialog open size="large" closable={!saving} title={t('signup_title')} hideTitle onClose={() => void navigate(behind, { replace: true })}>
      {settings || error ? <SignupWizard {...props} onSaving={setSaving} /> : <Loading />}
      <p>
        {t('signup_have_account')} <Link to={paths.login}>{t('signup_login')}</Link>
      </p>
    </Dialog>
  )
}
