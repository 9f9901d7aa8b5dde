import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { StaffInvitation } from '@/api/types'
import { useAction } from '@/api/use-action'
import { Button, Notice, PasswordInput, TextInput } from '@/ui'
import styles from './desk.module.css'

interface Props {
  invitation: StaffInvitation
  /** The secret of the authenticator app, as a picture and as text. */
  authenticator: ReactNode
  onSend: (password: string, code: string) => Promise<unknown>
}

/** Password and first code in one step: neither counts without the other. */
export function InvitationForm({ invitation, authenticator, onSend }: Props) {
  const { t } = useTranslation(['desk', 'account', 'security'])
  const { busy, run, problem, general } = useAction()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void run(() => onSend(String(form.get('password')), String(form.get('code')).trim()))
  }
  const failure = general('password', 'code')
  return (
    <form className={styles.form} method="post" onSubmit={submit} noValidate>
      {failure && (
        <Notice kind="danger" role="alert">
          {failure}
        </Notice>
      )}
      <TextInput label={t('account:email')} name="email" autoComplete="username" value={invitation.email} readOnly />
      <PasswordInput
        label={t('security:new_password')}
        hint={t('account:password_hint')}
        name="password"
        autoComplete="new-password"
        required
        error={problem('password')}
      />
      {authenticator}
      <TextInput
        label={t('security:factor_code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={problem('code')}
      />
      <Button type="submit" wide busy={busy}>
        {t('invitation_action')}
      </Button>
    </form>
  )
}
