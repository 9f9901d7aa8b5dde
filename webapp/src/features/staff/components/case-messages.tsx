import { useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useActId } from '@/api/use-act-id'
import { useErrorText } from '@/api/use-error-text'
import type { OpenCase } from '@/api/types'
import { useDates } from '@/i18n/use-dates'
import { Button, Notice, Select, TextArea, useToast } from '@/ui'
import { writeFromCase } from '@/features/staff/api/messages'
import { ReplySelect } from './reply-select'
import styles from './queue.module.css'
import staffStyles from './staff.module.css'

/** Messages of the case with the answers of reporters, and the form for another one. */
export function CaseMessages({ found, onAgain }: { found: OpenCase; onAgain: () => unknown }) {
  const { t } = useTranslation('staff')
  const { moment } = useDates()
  const errorText = useErrorText()
  const showToast = useToast()
  const messages = found.messages ?? []
  const asked = new Set(messages.map((one) => one.complaint_id))
  const reports = found.reports.filter((one) => one.reporter_id && !asked.has(one.id))
  const [chosen, setReport] = useState('')
  // A report that was just asked about is no longer in the list; without a person there is no empty choice.
  const report = reports.some(({ id }) => id === chosen) ? chosen : found.person ? '' : (reports[0]?.id ?? '')
  const actId = useActId()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const language = (report ? reports.find(({ id }) => id === report)?.language : found.context?.language) ?? 'en'

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !text.trim()) return
    setBusy(true)
    setError(null)
    try {
      await writeFromCase(actId.of([report, text.trim()]), found.id, text.trim(), report || null)
      actId.done()
      showToast({ text: t('message_sent'), kind: 'success' })
      setText('')
      setReport('')
      await onAgain()
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  const canWrite = found.person !== null || reports.length > 0
  if (messages.length === 0 && !canWrite) return null
  return (
    <section className={styles.person} aria-label={t('messages')}>
      {messages.length > 0 && (
        <ol className={staffStyles.log}>
          {messages.map((one) => (
            <li key={one.id}>
              <p className={staffStyles.words}>{one.text}</p>
              <span className={staffStyles.quiet}>
                {[one.complaint_id && t('message_asked'), one.author_name ?? '–', moment(one.sent_at)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {one.complaint_id && (
                <p className={staffStyles.words}>
                  {one.answer ? `${t('message_answer')}: ${one.answer}` : t('message_unanswered')}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      {canWrite && (
        <details>
          <summary>{t('message_write')}</summary>
          <form className={staffStyles.statement} onSubmit={(event) => void submit(event)}>
            {error !== null && (
              <Notice kind="danger" role="alert">
                {errorText(error)}
              </Notice>
            )}
            <div className={staffStyles.row}>
              <Select label={t('message_to')} value={report} onChange={(event) => setReport(event.target.value)}>
                {found.person && <option value="">{t('message_to_member')}</option>}
                {reports.map(({ id, number }) => (
                  <option key={id} value={id}>
                    {t('message_to_reporter', { number })}
                  </option>
                ))}
              </Select>
              <ReplySelect language={language} field={field} />
            </div>
            <TextArea
              label={t('message_text')}
              hint={t(report ? 'message_question_hint' : 'message_hint')}
              rows={3}
              maxLength={4000}
              required
              ref={field}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" kind="secondary" busy={busy}>
              {t('message_send')}
            </Button>
          </form>
        </details>
      )}
    </section>
  )
}
