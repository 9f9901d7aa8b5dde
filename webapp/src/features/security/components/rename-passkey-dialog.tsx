import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Passkey } from '../../../api/types'
import { Button, Dialog, DialogActions, TextInput } from '../../../ui'
import { renamePasskey } from '../api/passkeys'
import { useAction } from '../model/use-action'
import styles from './security.module.css'

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation(['security', 'common'])
  const { busy, run, problem, general } = useAction()

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (await run(() => renamePasskey(passkey.id, name))) onClose()
  }

  return (
    <Dialog open closable={!busy} onClose={onClose} title={t('passkey_rename_named', { name: passkey.name })}>
      <form className={styles.step} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={t('passkey_name')}
          name="name"
          defaultValue={passkey.name}
          maxLength={60}
          autoComplete="off"
          required
          error={problem('name') ?? general('name')}
        />
        <DialogActions>
          <Button type="submit" busy={busy}>
            {t('passkey_rename')}
          </Button>
          <Button kind="secondary" disabled={busy} onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
