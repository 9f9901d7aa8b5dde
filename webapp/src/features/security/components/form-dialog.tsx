import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Dialog, DialogActions } from '@/ui'
import styles from './security.module.css'

interface Props {
  title: string
  action: string
  danger?: boolean
  busy: boolean
  onClose: () => void
  onSubmit: (form: FormData) => void
  children: ReactNode
}

/** One thing asked in a dialog; while it is being done, the dialog stays. */
export function FormDialog({ title, action, danger, busy, onClose, onSubmit, children }: Props) {
  const { t } = useTranslation()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }

  return (
    <Dialog open closable={!busy} onClose={onClose} title={title}>
      <form className={styles.step} onSubmit={submit} noValidate>
        {children}
        <DialogActions>
          <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={busy}>
            {action}
          </Button>
          <Button kind="secondary" disabled={busy} onClick={onClose}>
            {t('cancel')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
