import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@/api/new-id'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, TextArea } from '@/ui'
import { sendAppeal, type Appealed } from '@/features/complaints/api/complaints'
import styles from './complaints.module.css'

/** An appeal against a decision, by its recipient, logged in or not. */
export function AppealForm({ appealed, onRefused }: { appealed: Appealed; onRefused?: () => void }) {
  const { t } = useTranslation('complaints')
  const errorText = useErrorText()
  const [id] = useState(newId)
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [number, setNumber] = useState<number | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy || !text.trim()) return
    setBusy(true)
    setError(null)
    try {
      setNumber(await sendAppeal(id, appealed, text.trim()))
    } catch (failure) {
      setError(failure)
      // Another window was faster, or the account is gone: the statement says which.
      onRefused?.()
    }
    setBusy(false)
  }

  if (number !== null) {
    return (
      <Notice kind="success" role="status" title={t('appeal_received', { number })}>
        {t('appeal_received_text')}
      </Notice>
    )
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <TextArea
        label={t('appeal_text')}
        rows={6}
        maxLength={4000}
        value={text}
        error={tried && !text.trim() ? t('text_required') : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button type="submit" busy={busy}>
          {t('appeal_send')}
        </Button>
      </div>
    </form>
  )
}
