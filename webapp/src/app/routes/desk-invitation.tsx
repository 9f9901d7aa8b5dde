import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { isApiError } from '@/api/api-error'
import { setUser } from '@/api/use-user'
import type { User } from '@/api/types'
import { acceptInvitation, useInvitation } from '@/features/desk/api/invitation'
import { InvitationForm } from '@/features/desk/components/invitation-form'
import { AuthenticatorCode } from '@/features/security/components/authenticator-code'
import { RecoveryDialog } from '@/features/security/components/recovery-dialog'
import { useTokenOfLink } from '@/app/browser/token-of-link'
import { ErrorState, Loading, Page, PageTitle, Skeleton } from '@/ui'
import { paths } from '@/paths'
import styles from './login.module.css'

interface Accepted {
  user: User
  recovery_codes: string[]
}

/** The mailed link of an invited person: a password and a second factor, together. */
export default function DeskInvitationRoute() {
  const { t } = useTranslation('desk')
  const token = useTokenOfLink()
  const navigate = useNavigate()
  const { data, error } = useInvitation(token)
  const [accepted, setAccepted] = useState<Accepted | null>(null)
  if (!token || isApiError(error, 'link_invalid')) {
    return (
      <Page width="narrow" className={styles.page}>
        <PageTitle title={t('invitation_void')} lead={t('invitation_void_text')} />
      </Page>
    )
  }
  if (error) {
    return (
      <Page>
        <ErrorState error={error} onRetry={() => window.location.reload()} />
      </Page>
    )
  }
  if (!data) {
    return (
      <Loading>
        <Skeleton height="480px" />
      </Loading>
    )
  }
  const begin = async ({ user }: Accepted) => {
    await setUser(user)
    void navigate(paths.desk, { replace: true })
  }
  const roles = data.roles.map((role) => t(`role_${role}`)).join(', ')
  return (
    <Page width="narrow" className={styles.page}>
      <PageTitle title={t('invitation_title', { name: data.name })} lead={t('invitation_lead', { roles })} />
      <InvitationForm
        invitation={data}
        authenticator={<AuthenticatorCode fresh={data} />}
        onSend={async (password, code) => setAccepted(await acceptInvitation(token, password, code))}
      />
      {accepted && <RecoveryDialog codes={accepted.recovery_codes} onClose={() => void begin(accepted)} />}
    </Page>
  )
}
