import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, TextInput } from '@/ui'
import styles from './login-form.module.css'

interface Props {
  send: (code: string) => Promise<unknown>
  onBack: () => void
}

/** The second step of logging in: a code from the app, or a recovery code. */
export function CodeForm({ send, onBack }: Props) {
  const { t } = useTranslation(['security', 'account'])
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const code = String(new FormData(event.currentTarget).get('code')).trim()
    setBusy(true)
    setError(null)
    try {
      await send(code)
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p role="status">{t('code_lead')}</p>
      <TextInput
        label={t('code')}
        hint={t('code_hint')}
        error={error === null ? undefined : errorText(error)}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        // The field is all this step has.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <Button type="submit" wide busy={busy}>
        {t('account:login_action')}
      </Button>
      <Button kind="quiet" wide onClick={onBack}>
        {t('back')}
      </Button>
    </form>
  )
}
