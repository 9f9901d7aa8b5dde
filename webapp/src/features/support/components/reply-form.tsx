import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { SupportThread } from '@/api/types'
import { isApiError } from '@/api/api-error'
import { useActId } from '@/api/use-act-id'
import { useErrorText } from '@/api/use-error-text'
import { sendSupportReply, useSupportTemplates } from '@/features/support/api/inbox'
import { languageName } from '@/i18n/language-name'
import type { Locale } from '@/i18n/locales'
import { Button, Checkbox, Notice, Select, TextArea, useToast } from '@/ui'
import styles from './support.module.css'

/** The answer to a thread, made after the mails that are shown. */
export function ReplyForm({ thread, onDone }: { thread: SupportThread; onDone: () => Promise<unknown> }) {
  const { t, i18n } = useTranslation('support')
  const errorText = useErrorText()
  const showToast = useToast()
  const actId = useActId()
  const [locale, setLocale] = useState(thread.locales[0] as Locale)
  const [text, setText] = useState('')
  const [close, setClose] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { data } = useSupportTemplates(thread.thread.site, locale)

  const insert = (name: string) => {
    const template = data?.templates.find((each) => each.name === name)
    if (template) setText((written) => (written.trim() ? `${written.trim()}\n\n${template.text}` : template.text))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const reply = { thread_id: thread.thread.id, seen: thread.thread.mails, text, locale, close }
    setBusy(true)
    setError(null)
    try {
      await sendSupportReply({ id: actId.of(reply), ...reply })
      actId.done()
      setText('')
      showToast({ text: t('reply_sent'), kind: 'success' })
      await onDone()
    } catch (failure) {
      setError(failure)
      // What came meanwhile is shown above; the text stays.
      if (isApiError(failure, 'support_thread_moved_on')) await onDone()
    }
    setBusy(false)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <div className={styles.halves}>
        <Select
          label={t('reply_language')}
          value={locale}
          onChange={(event) => setLocale(event.target.value as Locale)}
        >
          {thread.locales.map((each) => (
            <option key={each} value={each}>
              {languageName(each, i18n.language)}
            </option>
          ))}
        </Select>
        <Select label={t('template')} value="" onChange={(event) => insert(event.target.value)}>
          <option value="">{t('template_none')}</option>
          {data?.templates.map((each) => (
            <option key={each.name} value={each.name}>
              {t(`template_${each.name as 'received'}`)}
            </option>
          ))}
        </Select>
      </div>
      <TextArea
        label={t('your_reply')}
        maxLength={10000}
        rows={8}
        lang={locale}
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Checkbox label={t('reply_close')} checked={close} onChange={(event) => setClose(event.target.checked)} />
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <Button type="submit" busy={busy}>
        {t('reply_send')}
      </Button>
    </form>
  )
}
