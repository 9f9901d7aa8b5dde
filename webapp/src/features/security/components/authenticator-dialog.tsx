import { useTranslation } from 'react-i18next'
import type { NewAuthenticator } from '@/api/types'
import { TextInput } from '@/ui'
import { confirmAuthenticator } from '@/features/security/api/second-factor'
import { useAction } from '@/api/use-action'
import { AuthenticatorCode } from './authenticator-code'
import { FormDialog } from './form-dialog'

interface Props {
  fresh: NewAuthenticator
  onClose: () => void
  onConfirmed: (recoveryCodes: string[]) => void
}

/** The secret as a picture and as text; it counts once the app has shown a right code. */
export function AuthenticatorDialog({ fresh, onClose, onConfirmed }: Props) {
  const { t } = useTranslation('security')
  const { busy, run, problem, general } = useAction()
  const confirm = async (form: FormData) => onConfirmed(await confirmAuthenticator(String(form.get('code'))))

  return (
    <FormDialog
      title={t('factor_title')}
      action={t('factor_confirm')}
      busy={busy}
      onClose={onClose}
      onSubmit={(form) => void run(() => confirm(form))}
    >
      <AuthenticatorCode fresh={fresh} />
      <TextInput
        label={t('factor_code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={problem('code') ?? general('code')}
      />
    </FormDialog>
  )
}
