import { Trash2 } from 'lucide-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Dialog, DialogActions, PasswordInput } from '@/ui'
import { deleteAccount } from '@/features/settings/api/account'
import styles from './settings.module.css'

interface Props {
  onDeleted: (reactivateUntil: string) => Promise<void>
  /** At most one, below "Delete", which is as large. */
  offer?: ReactNode
}

/** Explains deletion, retention and the way back before anything happens. */
export function DeleteAccount({ onDeleted, offer }: Props) {
  const { t } = useTranslation(['account', 'common', 'settings'])
  const errorText = useErrorText()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const password = String(new FormData(event.currentTarget).get('password'))
    setBusy(true)
    setError(null)
    try {
      await onDeleted(await deleteAccount(password))
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  return (
    <>
      <Button kind="danger" icon={<Trash2 size={20} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('settings:delete')}
      </Button>
      {offer}
      <Dialog open={open} closable={!busy} onClose={() => setOpen(false)} title={t('delete_title')}>
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          <ul className={styles.facts}>
            <li>{t('delete_goes')}</li>
            <li>{t('delete_stays')}</li>
            <li>{t('delete_return')}</li>
          </ul>
          <PasswordInput
            label={t('delete_password')}
            name="password"
            autoComplete="current-password"
            required
            error={error === null ? undefined : errorText(error)}
          />
          <DialogActions>
            <Button type="submit" kind="danger" busy={busy}>
              {t('delete_action')}
            </Button>
            <Button kind="secondary" disabled={busy} onClick={() => setOpen(false)}>
              {t('common:cancel')}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  )
}
