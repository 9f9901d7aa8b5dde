import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice, PasswordInput } from '@/ui'
import { useAction } from '@/api/use-action'
import { FormDialog } from './form-dialog'

interface Props {
  title: string
  action: string
  danger?: boolean
  children?: ReactNode
  onClose: () => void
  /** Called with the right password; its refusal is shown in the dialog. */
  onPassword: (password: string, form: FormData) => Promise<unknown>
}

/** Asks a member once more that it is them, before something that matters. */
export function PasswordDialog({ children, onPassword, ...dialog }: Props) {
  const { t } = useTranslation('security')
  const { busy, run, problem, general } = useAction()
  const failure = general('password')
  return (
    <FormDialog
      {...dialog}
      busy={busy}
      onSubmit={(form) => void run(() => onPassword(String(form.get('password')), form))}
    >
      {failure && (
        <Notice kind="danger" role="alert">
          {failure}
        </Notice>
      )}
      {children}
      <PasswordInput
        label={t('own_password')}
        name="password"
        autoComplete="current-password"
        required
        error={problem('password')}
      />
    </FormDialog>
  )
}
