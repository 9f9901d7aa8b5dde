import { MailCheck } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Notice, TextInput } from '@/ui'
import { askReset } from '@/features/security/api/passwords'
import { useAction } from '@/api/use-action'
import styles from './security.module.css'

export function AskResetForm() {
  const { t } = useTranslation(['security', 'account'])
  const { busy, run, problem, general } = useAction()
  const [sentTo, setSentTo] = useState<string | null>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    if (await run(() => askReset(email))) setSentTo(email)
  }

  if (sentTo !== null) {
    return (
      <Notice
        kind="success"
        role="status"
        icon={<MailCheck size={22} aria-hidden="true" />}
        title={t('reset_sent_title')}
        actions={
          <Button kind="secondary" small onClick={() => setSentTo(null)}>
            {t('reset_again')}
          </Button>
        }
      >
        {t('reset_sent_text', { email: sentTo })}
      </Notice>
    )
  }
  const failure = general('email')
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {failure && (
        <Notice kind="danger" role="alert">
          {failure}
        </Notice>
      )}
      <TextInput
        label={t('account:email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        required
        error={problem('email')}
      />
      <Button type="submit" wide busy={busy}>
        {t('reset_action')}
      </Button>
    </form>
  )
}
