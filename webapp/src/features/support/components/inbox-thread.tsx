import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ChangeThread, SupportThread } from '@/api/types'
import { isApiError } from '@/api/api-error'
import { useErrorText } from '@/api/use-error-text'
import { changeSupportThread, useSupportThread } from '@/features/support/api/inbox'
import { useDates } from '@/i18n/use-dates'
import { paths } from '@/paths'
import { Button, classes, ErrorState, Loading, Notice, Skeleton } from '@/ui'
import { NoteForm } from './note-form'
import { ReplyForm } from './reply-form'
import styles from './support.module.css'

/** A conversation by mail, and the answer to it. */
export function InboxThread({ id }: { id: string }) {
  const { t } = useTranslation('support')
  const { data, error, mutate } = useSupportThread(id)
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data) {
    return (
      <Loading>
        <Skeleton height="320px" />
      </Loading>
    )
  }
  const { thread } = data
  const change = async (changed: Partial<ChangeThread>) => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await changeSupportThread({ state: null, seen: thread.mails, mine: null, spam: null, ...changed, id })
      await mutate()
    } catch (caught) {
      setFailure(caught)
      // What came meanwhile is shown.
      if (isApiError(caught, 'support_thread_moved_on')) await mutate()
    }
    setBusy(false)
  }
  return (
    <div className={styles.member}>
      <Link to={paths.supportInbox()}>{t('thread_back')}</Link>
      <h2 className={styles.words}>{thread.subject || t('no_subject')}</h2>
      <p className={classes(styles.quiet, styles.words)}>
        {[
          thread.name,
          thread.address || t('no_address'),
          thread.site,
          t(`view_${thread.state}`),
          thread.spam && t('view_spam'),
          thread.assigned && t(`assigned_${thread.assigned}`),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className={styles.actions}>
        <Button kind="secondary" onClick={() => void change({ mine: thread.assigned !== 'you' })}>
          {t(thread.assigned === 'you' ? 'give_back' : 'take')}
        </Button>
        <Button kind="secondary" onClick={() => void change({ state: thread.state === 'closed' ? 'open' : 'closed' })}>
          {t(thread.state === 'closed' ? 'reopen' : 'close_thread')}
        </Button>
        <Button kind="secondary" onClick={() => void change({ spam: !thread.spam })}>
          {t(thread.spam ? 'not_spam' : 'to_spam')}
        </Button>
      </div>
      {failure !== null && (
        <Notice kind="danger" role="alert">
          {errorText(failure)}
        </Notice>
      )}
      {thread.unsent && <Notice kind="danger">{t('unsent')}</Notice>}
      {data.member && (
        <Notice kind="warning">
          {t('hint_member')} <Link to={paths.support(data.member)}>{t('hint_open')}</Link>
        </Notice>
      )}
      {data.related && (
        <Notice kind="warning">
          {t('related')} <Link to={paths.supportInbox(data.related)}>{t('related_open')}</Link>
        </Notice>
      )}
      <ol className={styles.list}>
        {data.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {thread.address && <ReplyForm key={id} thread={data} onDone={() => mutate()} />}
      <NoteForm key={`note ${id}`} threadId={id} onDone={() => mutate()} />
    </div>
  )
}

function Entry({ entry }: { entry: SupportThread['entries'][number] }) {
  const { t } = useTranslation('support')
  const { moment } = useDates()
  const states = { queued: t('mail_queued'), sent: t('mail_sent'), failed: t('mail_failed') }
  const failed = entry.state === 'failed' && entry.reason
  return (
    <li className={classes(styles.entry, entry.author && styles.own, entry.kind === 'note' && styles.note)}>
      <p className={styles.quiet}>
        <strong>{t(`kind_${entry.kind}`)}</strong>
        {entry.author && ` ${t(`by_${entry.author}`)}`} · <time dateTime={entry.at}>{moment(entry.at)}</time>
        {entry.state && !failed && ` · ${states[entry.state]}`}
      </p>
      {failed && <p className={styles.danger}>{t(`failed_${failed}`)}</p>}
      <p className={styles.text}>{entry.text}</p>
      {entry.cut && <p className={styles.quiet}>{t('cut')}</p>}
      {entry.attachments.length > 0 && (
        <>
          <p className={styles.quiet}>{t('attachments')}</p>
          <ul className={styles.list}>
            {entry.attachments.map((each, at) => (
              <li key={at} className={styles.quiet}>
                {[each.name, each.media_type, `${Math.ceil(each.size / 1024)} KiB`].filter(Boolean).join(' · ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  )
}
