import { useTranslation } from 'react-i18next'
import type { Passkey } from '@/api/types'
import { TextInput } from '@/ui'
import { renamePasskey } from '@/features/security/api/passkeys'
import { useAction } from '@/api/use-action'
import { FormDialog } from './form-dialog'

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation('security')
  const { busy, run, problem, general } = useAction()

  const rename = async (form: FormData) => {
    if (await run(() => renamePasskey(passkey.id, String(form.get('name')).trim()))) onClose()
  }

  return (
    <FormDialog
      title={t('passkey_rename_named', { name: passkey.name })}
      action={t('passkey_rename')}
      busy={busy}
      onClose={onClose}
      onSubmit={(form) => void rename(form)}
    >
      <TextInput
        label={t('passkey_name')}
        name="name"
        defaultValue={passkey.name}
        maxLength={60}
        autoComplete="off"
        required
        error={problem('name') ?? general('name')}
      />
    </FormDialog>
  )
}
