import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@/api/new-id'
import { useErrorText } from '@/api/use-error-text'
import type { SavedReply } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { locales, nameInItself } from '@/i18n/locales'
import { Button, Notice, Select, TextArea, TextInput } from '@/ui'
import { useSavedReplies } from '@/features/staff/api/messages'
import styles from './staff.module.css'

const blank = (): SavedReply => ({ id: newId(), name: '', texts: {} })

/** The saved replies of the desk, each edited language by language. */
export function SavedReplies() {
  const { t, i18n } = useTranslation('staff')
  const errorText = useErrorText()
  const { replies, save, remove } = useSavedReplies()
  const [edited, setEdited] = useState(blank)
  const [language, setLanguage] = useState(i18n.language)
  const { settings } = useSettings()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const isSaved = replies.some(({ id }) => id === edited.id)

  const change = async (act: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await act()
      setEdited(blank())
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const texts = Object.fromEntries(Object.entries(edited.texts).filter(([, text]) => text.trim()))
    void change(() => save({ ...edited, texts }))
  }
  return (
    <section>
      <h3>{t('replies')}</h3>
      <p className={styles.quiet}>{t('replies_hint')}</p>
      <form className={styles.statement} onSubmit={submit}>
        {error !== null && (
          <Notice kind="danger" role="alert">
            {errorText(error)}
          </Notice>
        )}
        <div className={styles.row}>
          <Select
            label={t('replies')}
            value={isSaved ? edited.id : ''}
            onChange={({ target }) => setEdited(replies.find(({ id }) => id === target.value) ?? blank())}
          >
            <option value="">{t('reply_new')}</option>
            {replies.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <TextInput
            label={t('reply_name')}
            maxLength={60}
            required
            value={edited.name}
            onChange={(event) => setEdited({ ...edited, name: event.target.value })}
          />
          <Select label={t('reply_language')} value={language} onChange={(event) => setLanguage(event.target.value)}>
            {[...new Set([...locales, ...(settings?.locales ?? [])])].map((each) => (
              <option key={each} value={each}>
                {nameInItself(each)}
              </option>
            ))}
          </Select>
        </div>
        <TextArea
          label={t('message_text')}
          rows={3}
          maxLength={4000}
          lang={language}
          value={edited.texts[language] ?? ''}
          onChange={(event) => setEdited({ ...edited, texts: { ...edited.texts, [language]: event.target.value } })}
        />
        <div className={styles.row}>
          <Button type="submit" kind="secondary" busy={busy}>
            {t('work_save')}
          </Button>
          {isSaved && (
            <Button kind="quiet" busy={busy} onClick={() => void change(() => remove(edited.id))}>
              {t('reply_delete')}
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}
