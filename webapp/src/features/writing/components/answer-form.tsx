import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useActId } from '@/api/use-act-id'
import { useErrorText } from '@/api/use-error-text'
import { useSettings } from '@/api/use-settings'
import type { TakenConversation } from '@/api/types'
import { giveBack, sendAnswer } from '@/features/writing/api/writing'
import { useDates } from '@/i18n/use-dates'
import { Button, Notice, TextArea, useToast } from '@/ui'
import styles from './writing.module.css'

interface Props {
  conversationId: string
  fictional: string
  member: string
  messages: TakenConversation['messages']
  onClose: () => Promise<unknown>
}

/** An open conversation with its newest messages, and the answer. */
export function AnswerForm({ conversationId, fictional, member, messages, onClose }: Props) {
  const { t } = useTranslation('fictional')
  const { settings } = useSettings()
  const { moment } = useDates()
  const errorText = useErrorText()
  const showToast = useToast()
  const actId = useActId()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const act = async (done: () => Promise<unknown>, toast?: string) => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await done()
      if (toast) showToast({ text: toast, kind: 'success' })
      await onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    void act(() => sendAnswer(actId.of(words), conversationId, words), t('sent'))
  }
  return (
    <section className={styles.part} aria-labelledby="open">
      <h2 id="open">{t('pair', { member, fictional })}</h2>
      <ol className={styles.list}>
        {messages.map((message) => (
          <li key={message.id} className={styles.message}>
            <span className={styles.quiet}>
              {message.fictional ? t('staff', { name: fictional }) : t('member', { name: member })} ·{' '}
              <time dateTime={message.sent_at}>{moment(message.sent_at)}</time>
            </span>
            <p>{message.text || t('other')}</p>
          </li>
        ))}
      </ol>
      <form className={styles.form} onSubmit={submit}>
        <TextArea
          label={t('answer', { name: fictional })}
          hint={t('hint')}
          value={text}
          required
          maxLength={settings?.message_length ?? 1000}
          onChange={(event) => setText(event.target.value)}
        />
        {error !== null && (
          <Notice kind="danger" role="alert">
            {errorText(error)}
          </Notice>
        )}
        <div className={styles.actions}>
          <Button type="submit" busy={busy}>
            {t('send')}
          </Button>
          <Button kind="secondary" onClick={() => void act(() => giveBack(conversationId))}>
            {t('back')}
          </Button>
        </div>
      </form>
    </section>
  )
}
