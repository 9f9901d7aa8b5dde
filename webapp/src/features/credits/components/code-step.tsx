import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import type { DirectDebit, SavedMethod } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, TextInput } from '@/ui'
import { sendAnotherCode, signMandate } from '@/features/credits/api/direct-debit'
import styles from './direct-debit.module.css'

interface Props {
  applied: DirectDebit
  onBack: () => void
  onDone: (method: SavedMethod) => void
}

/** The code from the text message signs the mandate. */
export function CodeStep({ applied, onBack, onDone }: Props) {
  const { t } = useTranslation('credits')
  const errorText = useErrorText()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [wait, setWait] = useState(applied.next_code_seconds)

  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  const attempt = async (what: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    try {
      await what()
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  const sign = () =>
    attempt(async () => {
      onDone(await signMandate(applied.id, code))
    })
  const again = () =>
    attempt(async () => {
      setWait((await sendAnotherCode(applied.id)).next_code_seconds)
      setCode('')
    })
  const isAboutCode =
    isApiError(error, 'code_invalid') || isApiError(error, 'code_spent') || isApiError(error, 'validation_failed')
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void sign()
      }}
    >
      <TextInput
        className={styles.code}
        label={t('debit_code')}
        hint={t('debit_code_sent', { last4: applied.phone_last4 })}
        inputMode="numeric"
        autoComplete="one-time-code"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step is about this one field
        autoFocus
        maxLength={6}
        value={code}
        onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, 6))}
        error={isAboutCode ? errorText(error) : undefined}
      />
      {error && !isAboutCode ? <Notice kind="danger" role="alert" title={errorText(error)} /> : null}
      <Button type="submit" wide busy={busy}>
        {t('debit_sign')}
      </Button>
      <div className={styles.more}>
        <Button kind="quiet" disabled={wait > 0} onClick={() => void again()}>
          {wait > 0 ? t('debit_code_again_in', { seconds: wait }) : t('debit_code_again')}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {t('debit_change')}
        </Button>
      </div>
      <p className={styles.mandate}>{t('debit_mandate_number', { number: applied.mandate_reference })}</p>
    </form>
  )
}
