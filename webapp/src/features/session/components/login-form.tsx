import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../api/use-error-text'
import { Button, Notice, PasswordInput, TextInput } from '../../../ui'
import { login } from '../api/login'
import styles from './login-form.module.css'

export function LoginForm() {
  const { t } = useTranslation('account')
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setError(null)
    try {
      await login(String(form.get('email')).trim(), String(form.get('password')))
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <TextInput label={t('email')} name="email" type="email" inputMode="email" autoComplete="username" autoCapitalize="none" required />
      <PasswordInput label={t('password')} name="password" autoComplete="current-password" required />
      <Button type="submit" wide busy={busy}>
        {t('login_action')}
      </Button>
    </form>
  )
}
