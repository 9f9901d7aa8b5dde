import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useActId } from '@/api/use-act-id'
import { useErrorText } from '@/api/use-error-text'
import { addSupportNote } from '@/features/support/api/inbox'
import { Button, Notice, TextArea } from '@/ui'
import styles from './support.module.css'

/** A note at a thread, which only colleagues see. */
export function NoteForm({ threadId, onDone }: { threadId: string; onDone: () => Promise<unknown> }) {
  const { t } = useTranslation('support')
  const errorText = useErrorText()
  const actId = useActId()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await addSupportNote(actId.of(text), threadId, text)
      actId.done()
      setText('')
      await onDone()
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextArea
        label={t('note')}
        maxLength={10000}
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <Button type="submit" kind="secondary" busy={busy}>
        {t('note_save')}
      </Button>
    </form>
  )
}
