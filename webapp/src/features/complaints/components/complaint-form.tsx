import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@/api/new-id'
import { useErrorText } from '@/api/use-error-text'
import { Button, Checkbox, FieldGroup, Loading, Notice, Select, TextArea } from '@/ui'
import { reportWords, sendComplaint, useAbout, type About } from '@/features/complaints/api/complaints'
import { reasons, type Reason } from '@/features/complaints/model/reasons'
import styles from './complaints.module.css'
import { ProofField } from './proof-field'

interface Props {
  about: About
  isMember: boolean
}

const longest = 4000

/** The reason, the reported member, and the messages as evidence. Ends with a receipt. */
export function ComplaintForm({ about, isMember }: Props) {
  const { t } = useTranslation(['complaints', 'chat'])
  const errorText = useErrorText()
  const { memberId, chatId, isAboutWords } = about
  const { name, messages, isLoading, isClosed, isSuspended, older } = useAbout(about, isMember)
  const [id, setId] = useState(newId)
  const [reason, setReason] = useState<Reason | ''>(reasons.find((each) => each === about.reason) ?? '')
  const [text, setText] = useState('')
  const [proof, setProof] = useState<string[]>(about.messageId ? [about.messageId] : [])
  const [isNewest, setNewest] = useState(false)
  const [hasWords, setHasWords] = useState(isAboutWords === true)
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
      const kind = proof.length > 0 || isNewest || chatId ? 'chat' : memberId ? 'profile' : 'other'
      const receipt =
        hasWords && memberId
          ? await reportWords(id, memberId, reason, text.trim())
          : await sendComplaint({
              id,
              kind,
              reason,
              text: text.trim(),
              ...(chatId ? { conversation_id: chatId } : memberId && { about_id: memberId }),
              ...(proof.length > 0 && { messages: proof }),
              ...(isNewest && { newest_messages: true }),
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
              setNewest(false)
              setHasWords(isAboutWords === true)
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
      {(memberId || chatId) && (
        <p className={styles.about}>
          {name ? t(isAboutWords ? 'about_words' : 'about', { name }) : t(chatId ? 'about_chat' : 'about_member')}
        </p>
      )}
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <Select
        label={t('reason')}
        value={reason}
        error={tried && !reason ? t('reason_required') : undefined}
        onChange={(event) => setReason(event.target.value as Reason)}
      >
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
        <ProofField
          name={name ?? t(isSuspended ? 'chat:member_disabled' : 'chat:member_deleted')}
          messages={messages}
          older={older}
          proof={proof}
          onProof={setProof}
        />
      )}
      {isClosed && (isAboutWords || !hasWords) && (
        <FieldGroup label={t('proof')} hint={t('proof_newest_hint')}>
          <Checkbox label={t('proof_newest')} checked={isNewest} onChange={() => setNewest(!isNewest)} />
        </FieldGroup>
      )}
      {isMember && memberId && !isAboutWords && !isLoading && messages.length === 0 && !isNewest && (
        <FieldGroup label={t('proof')} hint={t('proof_likes_hint')}>
          <Checkbox label={t('proof_likes')} checked={hasWords} onChange={() => setHasWords(!hasWords)} />
        </FieldGroup>
      )}
      {isLoading ? (
        // The button comes below the evidence, so it waits for that.
        <Loading />
      ) : (
        <div>
          <Button type="submit" busy={busy}>
            {t('send')}
          </Button>
        </div>
      )}
    </form>
  )
}
