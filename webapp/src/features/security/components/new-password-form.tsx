import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Notice, PasswordInput } from '@/ui'
import { useAction } from '@/api/use-action'
import styles from './security.module.css'

interface Props {
  /** Whether the old password is asked first. */
  asksOld?: boolean
  action: string
  onSave: (password: string, oldPassword: string) => Promise<unknown>
  onSaved: () => void
}

/** A new password, typed twice. */
export function NewPasswordForm({ asksOld = false, action, onSave, onSaved }: Props) {
  const { t } = useTranslation(['security', 'account', 'errors'])
  const { busy, run, problem, general } = useAction()
  const [differ, setDiffer] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const read = (name: string) => String(new FormData(form).get(name) ?? '')
    const different = read('password') !== read('again')
    setDiffer(different)
    if (different) return
    if (await run(() => onSave(read('password'), read('old_password')))) {
      form.reset()
      onSaved()
    }
  }

  const failure = general('password', 'old_password')
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {failure && (
        <Notice kind="danger" role="alert">
          {failure}
        </Notice>
      )}
      {asksOld && (
        <PasswordInput
          label={t('old_password')}
          name="old_password"
          autoComplete="current-password"
          required
          error={problem('old_password')}
        />
      )}
      <PasswordInput
        label={t('new_password')}
        hint={t('account:password_hint')}
        name="password"
        autoComplete="new-password"
        required
        error={problem('password')}
      />
      <PasswordInput
        label={t('new_password_again')}
        name="again"
        autoComplete="new-password"
        required
        error={differ ? t('errors:passwords_differ') : undefined}
      />
      <Button type="submit" busy={busy}>
        {action}
      </Button>
    </form>
  )
}
