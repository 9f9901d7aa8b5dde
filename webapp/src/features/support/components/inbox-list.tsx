import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSupportInbox, type View } from '@/features/support/api/inbox'
import { useDates } from '@/i18n/use-dates'
import { paths } from '@/paths'
import { Button, classes, EmptyState, ErrorState, Loading, Select, Skeleton, TextInput } from '@/ui'
import styles from './support.module.css'

const views = ['open', 'mine', 'waiting', 'unsent', 'closed', 'spam', 'all'] as const satisfies readonly View[]
const counted = ['open', 'mine', 'unsent'] as const

/** Mails to support as threads, by state and by words. */
export function InboxList() {
  const { t } = useTranslation(['support', 'staff'])
  const { moment } = useDates()
  const [view, setView] = useState<View>('open')
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const { data, error, size, setSize, mutate, isValidating } = useSupportInbox(view, asked)
  const threads = data?.flatMap((page) => page.threads)
  const counts = data?.[0]?.counts

  const label = (each: View) => {
    const known = counted.find((one) => one === each)
    return known && counts ? `${t(`support:view_${each}`)} (${counts[known]})` : t(`support:view_${each}`)
  }
  const search = (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (words) setView('all')
    setAsked(words)
  }
  return (
    <>
      <form className={styles.lookup} onSubmit={search} role="search">
        <Select label={t('support:inbox_show')} value={view} onChange={(event) => setView(event.target.value as View)}>
          {views.map((each) => (
            <option key={each} value={each}>
              {label(each)}
            </option>
          ))}
        </Select>
        <TextInput
          label={t('support:inbox_search')}
          type="search"
          minLength={2}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" kind="secondary">
          {t('staff:find')}
        </Button>
      </form>
      {!threads && error !== undefined && <ErrorState error={error} onRetry={() => void mutate()} />}
      {!threads && error === undefined && (
        <Loading>
          <Skeleton height="240px" />
        </Loading>
      )}
      {threads?.length === 0 && <EmptyState title={t('support:inbox_none')} />}
      {threads && threads.length > 0 && (
        <ul className={styles.threads}>
          {threads.map((thread) => (
            <li key={thread.id}>
              <Link to={paths.supportInbox(thread.id)} className={styles.thread}>
                <span className={classes(styles.words, thread.state === 'open' && styles.strong)}>
                  {thread.subject || t('support:no_subject')}
                </span>
                <span className={styles.quiet}>
                  {[thread.name, thread.address || t('support:no_address')].filter(Boolean).join(' · ')}
                </span>
                <span className={styles.quiet}>
                  <time dateTime={thread.last_mail_at}>{moment(thread.last_mail_at)}</time>
                  {[
                    view === 'all' && t(`support:view_${thread.state}`),
                    thread.spam && view !== 'spam' && t('support:view_spam'),
                    thread.assigned && t(`support:assigned_${thread.assigned}`),
                    thread.site,
                  ]
                    .filter(Boolean)
                    .map((each) => ` · ${each}`)
                    .join('')}
                </span>
                {thread.unsent && <span className={styles.danger}>{t('support:unsent')}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data?.at(-1)?.has_more && (
        <Button kind="secondary" busy={isValidating} onClick={() => void setSize(size + 1)}>
          {t('support:inbox_more')}
        </Button>
      )}
    </>
  )
}
