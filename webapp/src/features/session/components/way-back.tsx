import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, TextInput } from '@/ui'
import { sendWayBack } from '@/features/session/api/send-way-back'
import styles from './login-form.module.css'

/** The way back into a deleted account without its mail. An address typed before is reused. */
export function WayBack({ email }: { email?: string }) {
  const { t } = useTranslation('account')
  const errorText = useErrorText()
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle')
  const [error, setError] = useState<unknown>(null)

  const send = async (to: string) => {
    setState('busy')
    setError(null)
    try {
      await sendWayBack(to)
      setState('sent')
    } catch (failure) {
      setError(failure)
      setState('idle')
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state === 'idle') void send(email ?? String(new FormData(event.currentTarget).get('email')).trim())
  }

  if (state === 'sent')
    return (
      <Notice kind="success" role="status">
        {t('way_back_sent')}
      </Notice>
    )
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      {email === undefined && (
        <TextInput
          label={t('email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          required
        />
      )}
      <div>
        <Button type="submit" kind="secondary" busy={state === 'busy'}>
          {t('way_back_send')}
        </Button>
      </div>
    </form>
  )
}
