import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { Button, Dialog, DialogActions, Notice, PasswordInput } from '../../../ui'
import { useAction } from '../model/use-action'
import styles from './security.module.css'

interface Props {
  title: string
  action: string
  danger?: boolean
  children?: ReactNode
  onClose: () => void
  /** What follows a right password; what it refuses is shown here. */
  onPassword: (password: string, form: FormData) => Promise<unknown>
}

/** Asks a member once more that it is them, before something that matters. */
export function PasswordDialog({ title, action, danger, children, onClose, onPassword }: Props) {
  const { t } = useTranslation(['security', 'common'])
  const { busy, run, problem, general } = useAction()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void run(() => onPassword(String(form.get('password')), form))
  }

  const failure = general('password')
  return (
    <Dialog open closable={!busy} onClose={onClose} title={title}>
      <form className={styles.step} onSubmit={submit} noValidate>
        {failure && (
          <Notice kind="danger" role="alert">
            {failure}
          </Notice>
        )}
        {children}
        <PasswordInput label={t('own_password')} name="password" autoComplete="current-password" required error={problem('password')} />
        <DialogActions>
          <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={busy}>
            {action}
          </Button>
          <Button kind="secondary" disabled={busy} onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
