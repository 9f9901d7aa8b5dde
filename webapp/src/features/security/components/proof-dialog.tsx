import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys } from '@/passkeys/credentials'
import { Button, Notice, TextInput } from '@/ui'
import { usePasskeys } from '@/features/security/api/passkeys'
import { mailCode, proveByCode, proveByPasskey } from '@/features/security/api/proof'
import { useSecondFactor } from '@/features/security/api/second-factor'
import { useAction } from '@/api/use-action'
import { FormDialog } from './form-dialog'
import { PasswordDialog } from './password-dialog'

interface Props {
  onProved: () => void
  onClose: () => void
}

/** Asks for a second factor before a change of how the account is opened: a code, a passkey, or a mailed code. */
export function ProofDialog({ onProved, onClose }: Props) {
  const { t } = useTranslation('security')
  const { busy, run, problem, general } = useAction()
  const { data: factor } = useSecondFactor()
  const { data: keys } = usePasskeys()
  const [mail, setMail] = useState<'none' | 'asking' | 'sent'>('none')
  const hasPasskey = canUsePasskeys() && (keys?.passkeys.length ?? 0) > 0
  const hasApp = factor?.on === true

  const hasCode = hasApp || mail === 'sent'

  const byCode = async (code: string) => {
    if (await run(() => proveByCode(code))) onProved()
  }
  const byPasskey = async () => {
    let isProved = false
    await run(async () => (isProved = await proveByPasskey()))
    if (isProved) onProved()
  }

  if (mail === 'asking') {
    return (
      <PasswordDialog
        title={t('proof_title')}
        action={t('continue')}
        onClose={() => setMail('none')}
        onPassword={async (password) => {
          await mailCode(password)
          setMail('sent')
        }}
      />
    )
  }
  const submit = (form: FormData) => {
    const code = form.get('code')
    if (code !== null) return void byCode(String(code))
    if (hasPasskey) return void byPasskey()
    setMail('asking')
  }
  const action = hasCode ? t('continue') : hasPasskey ? t('proof_passkey') : t('proof_mail')
  const failure = general('code')
  return (
    <FormDialog title={t('proof_title')} action={action} busy={busy} onClose={onClose} onSubmit={submit}>
      <p>{t('proof_text')}</p>
      {failure && (
        <Notice kind="danger" role="alert">
          {failure}
        </Notice>
      )}
      {mail === 'sent' && <Notice role="status">{t('proof_mail_sent')}</Notice>}
      {hasPasskey && hasCode && (
        <Button kind="secondary" busy={busy} onClick={() => void byPasskey()}>
          {t('proof_passkey')}
        </Button>
      )}
      {hasCode && (
        <TextInput
          label={t('code')}
          hint={hasApp ? t('code_hint') : undefined}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          required
          error={problem('code')}
        />
      )}
      {factor && hasPasskey && !hasCode && (
        <Button kind="quiet" disabled={busy} onClick={() => setMail('asking')}>
          {t('proof_mail')}
        </Button>
      )}
    </FormDialog>
  )
}
