import { MailCheck } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import { Button, Notice, PasswordInput, SuggestedAddress, TextInput } from '@/ui'
import { askMailChange } from '@/features/security/api/passwords'
import { useAction } from '@/api/use-action'
import styles from './security.module.css'

export function MailChangeForm() {
  const { t } = useTranslation('security')
  const { busy, error, run, problem, general, forget } = useAction()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [asked, setAsked] = useState('')
  const [kept, setKept] = useState('')
  const field = useRef<HTMLDivElement>(null)
  const suggestion = isApiError(error) ? error.suggestion : null

  const take = (address: string) => {
    const input = field.current?.querySelector('input')
    if (input) input.value = address
    forget()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const email = String(values.get('email')).trim()
    setSentTo(null)
    setAsked(email)
    if (await run(() => askMailChange(email, String(values.get('password')), email === kept))) {
      form.reset()
      setSentTo(email)
    }
  }

  const failure = general('email', 'password')
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {failure && (
        <Notice kind="danger" role="alert">
          {failure}
        </Notice>
      )}
      {sentTo !== null && (
        <Notice kind="success" role="status" icon={<MailCheck size={22} aria-hidden="true" />}>
          {t('email_sent', { email: sentTo })}
        </Notice>
      )}
      <div ref={field}>
        <TextInput
          label={t('email_new')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          required
          error={problem('email')}
        />
      </div>
      {suggestion && (
        <SuggestedAddress
          typed={asked}
          suggestion={suggestion}
          onTake={() => take(suggestion)}
          onKeep={() => {
            setKept(asked)
            forget()
          }}
        />
      )}
      <PasswordInput
        label={t('own_password')}
        name="password"
        autoComplete="current-password"
        required
        error={problem('password')}
      />
      <Button type="submit" busy={busy}>
        {t('email_action')}
      </Button>
    </form>
  )
}
