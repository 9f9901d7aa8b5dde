import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { useDates } from '@/i18n/use-dates'
import type { ConversationPage } from '@/api/types'
import { Button, Notice, TextInput } from '@/ui'
import { useMemberConversations, useReadConversation } from '@/features/staff/api/desk'
import { Loaded, OnRequest } from './on-request'
import styles from './staff.module.css'

interface Member {
  id: string
  name: string
}

/** Conversations of an opened member: listed when asked for, read for a reason of their own. */
export function MemberConversations({ id, name }: Member) {
  const { t } = useTranslation('staff')
  return (
    <OnRequest title={t('conversations')} action={t('conversations_show')}>
      <Conversations id={id} name={name} />
    </OnRequest>
  )
}

function Conversations({ id, name }: Member) {
  const { t } = useTranslation('staff')
  const { moment } = useDates()
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <Loaded answer={useMemberConversations(id)}>
      {({ conversations }) =>
        conversations.length === 0 ? (
          <p className={styles.quiet}>{t('conversations_none')}</p>
        ) : (
          <ul className={styles.log}>
            {conversations.map((conversation) => {
              const partner = conversation.partner_name ?? '–'
              return (
                <li key={conversation.id}>
                  <strong>{partner}</strong>{' '}
                  <span className={styles.quiet}>
                    {[
                      t('conversation_messages', { number: conversation.messages }),
                      moment(conversation.last_message_at),
                    ].join(' · ')}
                  </span>
                  {opened === conversation.id ? (
                    <Reading member={{ id, name }} conversationId={conversation.id} partner={partner} />
                  ) : (
                    <Button
                      kind="quiet"
                      aria-label={`${t('read')}: ${partner}`}
                      onClick={() => setOpened(conversation.id)}
                    >
                      {t('read')}
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        )
      }
    </Loaded>
  )
}

interface ReadingProps {
  member: Member
  conversationId: string
  partner: string
}

/** The reason for reading a conversation, then its messages, the newest page first. */
function Reading({ member, conversationId, partner }: ReadingProps) {
  const { t } = useTranslation(['staff', 'chat', 'gifts'])
  const { moment } = useDates()
  const errorText = useErrorText()
  const readConversation = useReadConversation(member.id, conversationId)
  const [reason, setReason] = useState('')
  const [page, setPage] = useState<ConversationPage | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const read = async (beforeSeq?: number) => {
    if (busy || !reason.trim()) return
    setBusy(true)
    setError(null)
    try {
      const older = await readConversation(reason.trim(), beforeSeq)
      setPage((known) => ({ ...older, messages: [...older.messages, ...(known?.messages ?? [])] }))
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void read()
  }
  return (
    <>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      {!page && (
        <form className={styles.statement} onSubmit={submit}>
          <TextInput
            label={t('staff:read_why')}
            hint={t('staff:read_hint')}
            maxLength={500}
            required
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" busy={busy}>
            {t('staff:read')}
          </Button>
        </form>
      )}
      {page?.before_seq && (
        <Button kind="quiet" busy={busy} onClick={() => void read(page.before_seq ?? undefined)}>
          {t('staff:read_older')}
        </Button>
      )}
      {page && (
        <ol className={styles.evidence} aria-label={partner}>
          {page.messages.map((message) => (
            <li key={message.id}>
              <strong>{message.sender_id === member.id ? member.name : partner}</strong>{' '}
              <span className={styles.quiet}>{moment(message.sent_at)}</span>
              {message.retracted_at && (
                <p className={styles.quiet}>{t('staff:taken_back_at', { time: moment(message.retracted_at) })}</p>
              )}
              {message.gift && (
                <p className={styles.words}>{`${t('gifts:open')}: ${t(`gifts:name_${message.gift}`)}`}</p>
              )}
              {message.kind === 'photo' && <p className={styles.quiet}>{t('chat:photo_word')}</p>}
              {message.kind === 'voice' && <p className={styles.quiet}>{t('chat:voice_word')}</p>}
              {message.text && <p className={styles.words}>{message.text}</p>}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
