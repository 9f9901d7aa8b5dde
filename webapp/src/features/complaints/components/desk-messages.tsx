import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { useDates } from '@/i18n/use-dates'
import { Button, ErrorState, Notice, TextArea } from '@/ui'
import { useDeskMessages } from '@/features/complaints/api/complaints'
import styles from './complaints.module.css'

/** Messages of the desk to the member, and its questions about their reports, each answered once. */
export function DeskMessages({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation('complaints')
  const { day } = useDates()
  const { messages, error, again, answer } = useDeskMessages(isMember)
  if (error && messages.length === 0) return <ErrorState error={error} onRetry={again} />
  if (messages.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{t('messages')}</h2>
      {messages.map((message) => (
        <Notice
          key={message.id}
          title={`${t(message.complaint_id ? 'question' : 'message')} – ${day(message.sent_at)}`}
        >
          <p className={styles.words}>{message.text}</p>
          {message.answer && <p className={styles.words}>{`${t('answer')}: ${message.answer}`}</p>}
          {message.can_answer && <AnswerForm onSend={(text) => answer(message.id, text)} />}
        </Notice>
      ))}
    </section>
  )
}

function AnswerForm({ onSend }: { onSend: (text: string) => Promise<void> }) {
  const { t } = useTranslation('complaints')
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
      await onSend(text.trim())
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <TextArea
        label={t('answer')}
        hint={t('answer_hint')}
        rows={3}
        maxLength={4000}
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div>
        <Button type="submit" kind="secondary" busy={busy}>
          {t('answer_send')}
        </Button>
      </div>
    </form>
  )
}
