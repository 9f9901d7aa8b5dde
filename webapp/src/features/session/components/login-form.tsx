import { KeyRound } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isApiError } from '@/api/api-error'
import { useErrorText } from '@/api/use-error-text'
import { canUsePasskeys } from '@/passkeys/credentials'
import { Button, Notice, PasswordInput, TextInput, useBrowserFact } from '@/ui'
import { paths } from '@/paths'
import { login } from '@/features/session/api/login'
import { loginWithPasskey } from '@/features/session/api/passkey-login'
import { CodeForm } from './code-form'
import styles from './login-form.module.css'
import { WayBack } from './way-back'

interface Props {
  /** How to log in; that of members unless said otherwise. */
  send?: typeof login
  /** Whether a forgotten password is replaced by a mailed link. */
  canReset?: boolean
}

/** Password first; where the account wants a code, that comes as a second step with the same password. */
export function LoginForm({ send = login, canReset = true }: Props) {
  const { t } = useTranslation(['account', 'security'])
  const errorText = useErrorText()
  const hasPasskeys = useBrowserFact(canUsePasskeys, true)
  const sends = useBrowserFact(() => true, false)
  const [busy, setBusy] = useState<'form' | 'passkey' | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [deleted, setDeleted] = useState<string | null>(null)
  const [proven, setProven] = useState<{ email: string; password: string } | null>(null)

  const run = async (what: 'form' | 'passkey', action: () => Promise<unknown>) => {
    if (busy) return
    setBusy(what)
    setError(null)
    setDeleted(null)
    try {
      await action()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(null)
    }
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email')).trim()
    const password = String(form.get('password'))
    void run('form', async () => {
      try {
        await send(email, password)
      } catch (failure) {
        if (isApiError(failure, 'account_deleted')) setDeleted(email)
        if (!isApiError(failure, 'second_factor_required')) throw failure
        setProven({ email, password })
      }
    })
  }

  const triesLeft = isApiError(error, 'login_failed') && (error.body as { tries_left?: number }).tries_left
  if (proven) {
    const { email, password } = proven
    return <CodeForm send={(code) => send(email, password, code)} onBack={() => setProven(null)} />
  }
  return (
    <div className={styles.form}>
      {error !== null && (
        <Notice kind="danger" role="alert">
          <p>
            {errorText(error)}
            {triesLeft && `. ${t('login_tries_left', { count: triesLeft })}`}
          </p>
          {canReset && (triesLeft || isApiError(error, 'login_blocked')) && (
            <Link to={paths.resetPassword}>{t('security:forgot')}</Link>
          )}
        </Notice>
      )}
      {deleted !== null && <WayBack email={deleted} />}
      {/* A page whose script has not come yet must not put a password into the address, so its button does nothing. */}
      <form className={styles.form} method="post" onSubmit={submit} noValidate inert={!sends}>
        <TextInput
          label={t('email')}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          required
        />
        <PasswordInput label={t('password')} name="password" autoComplete="current-password" required />
        <Button type="submit" wide busy={busy === 'form'}>
          {t('login_action')}
        </Button>
        {hasPasskeys && (
          <Button
            kind="secondary"
            wide
            icon={<KeyRound size={20} aria-hidden="true" />}
            busy={busy === 'passkey'}
            onClick={() => void run('passkey', loginWithPasskey)}
          >
            {t('security:passkey_login')}
          </Button>
        )}
      </form>
    </div>
  )
}
