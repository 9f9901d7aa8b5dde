import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, TextArea } from '@/ui'
import styles from './staff.module.css'

/** Writes an internal note on a member. */
export function NoteForm({ onSave }: { onSave: (text: string) => Promise<unknown> }) {
  const { t } = useTranslation('staff')
  const errorText = useErrorText()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !text.trim()) return
    setBusy(true)
    setError(null)
    try {
      await onSave(text.trim())
      setText('')
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return (
    <form className={styles.statement} onSubmit={(event) => void submit(event)}>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <TextArea
        label={t('note')}
        hint={t('note_hint')}
        rows={2}
        maxLength={4000}
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" kind="secondary" busy={busy}>
        {t('note_save')}
      </Button>
    </form>
  )
}
