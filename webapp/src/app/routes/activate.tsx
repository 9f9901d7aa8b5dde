import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router'
import { activate } from '@/features/activation/api/activation'
import { paths } from '@/paths'
import { ConfirmLink } from '@/app/confirm-link'
import { useTokenOfLink } from '@/app/browser/token-of-link'

/** Opening the mail's link shows this page and does nothing; the button confirms the address. */
export default function ActivateRoute() {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  const token = useTokenOfLink()
  const [busy, setBusy] = useState(false)

  const confirm = async () => {
    setBusy(true)
    const to = await activate(token).then(
      () => paths.activateDone,
      () => paths.activateError,
    )
    void navigate(to, { replace: true })
  }

  if (!token) return <Navigate to={paths.activateError} replace />
  return (
    <ConfirmLink
      title={t('activate_title')}
      lead={t('activate_lead')}
      action={t('activate_action')}
      busy={busy}
      onConfirm={() => void confirm()}
    />
  )
}
