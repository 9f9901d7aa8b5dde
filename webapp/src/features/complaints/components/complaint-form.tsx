import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '../../../api/new-id'
import { useErrorText } from '../../../api/use-error-text'
import { Button, Checkbox, FieldGroup, Notice, Select, TextArea } from '../../../ui'
import { sendComplaint, useAbout } from '../api/complaints'
import { reasons, type Reason } from '../model/reasons'
import styles from './complaints.module.css'

interface Props {
  aboutId: string | null
  isMember: boolean
}

const longest = 4000

/** What is wrong, about whom, and the messages that show it. Ends with a receipt. */
export function ComplaintForm({ aboutId, isMember }: Props) {
  const { t } = useTranslation(['complaints', 'gifts', 'chat'])
  const errorText = useErrorText()
  const { name, messages } = useAbout(aboutId, isMember)
  const [id, setId] = useState(newId)
  const [reason, setReason] = useState<Reason | ''>('')
  const [text, setText] = useState('')
  const [proof, setProof] = useState<string[]>([])
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [number, setNumber] = useState<number | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy || !reason || !text.trim()) return
    setBusy(true)
    setError(null)
    try {
      const kind = proof.length > 0 ? 'chat' : aboutId ? 'profile' : 'other'
      const receipt = await sendComplaint({
        id,
        kind,
        reason,
        text: text.trim(),
        ...(aboutId && { about_id: aboutId }),
        ...(proof.length > 0 && { messages: proof }),
      })
      setNumber(receipt)
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }

  if (number !== null) {
    return (
      <Notice
        kind="success"
        role="status"
        title={t('received', { number })}
        actions={
          <Button
            kind="secondary"
            small
            onClick={() => {
              setNumber(null)
              setId(newId())
              setText('')
              setProof([])
              setTried(false)
            }}
          >
            {t('another')}
          </Button>
        }
      >
        {t('received_text')}
      </Notice>
    )
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      {aboutId && <p className={styles.about}>{name ? t('about', { name }) : t('about_member')}</p>}
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <Select label={t('reason')} value={reason} error={tried && !reason ? t('reason_required') : undefined} onChange={(event) => setReason(event.target.value as Reason)}>
        <option value="">{t('reason_choose')}</option>
        {reasons.map((key) => (
          <option key={key} value={key}>
            {t(`reason_${key}`)}
          </option>
        ))}
      </Select>
      <TextArea
        label={t('text')}
        hint={t('text_hint')}
        rows={5}
        maxLength={longest}
        value={text}
        error={tried && !text.trim() ? t('text_required') : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {messages.length > 0 && (
        <FieldGroup label={t('proof')} hint={t('proof_hint')}>
          <div className={styles.messages}>
            {messages.map((message) => (
              <Checkbox
                key={message.id}
                label={
                  <span className={styles.message}>
                    <strong>{message.own ? t('you') : name}</strong> {message.gift && `${t('gifts:open')}: ${t(`gifts:name_${message.gift}`)}. `}
                    {message.kind === 'photo' && `${t('chat:photo_word')}. `}
                    {message.text}
                  </span>
                }
                checked={proof.includes(message.id)}
                disabled={!proof.includes(message.id) && proof.length >= 20}
                onChange={() => setProof(proof.includes(message.id) ? proof.filter((other) => other !== message.id) : [...proof, message.id])}
              />
            ))}
          </div>
        </FieldGroup>
      )}
      <div>
        <Button type="submit" busy={busy}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}
