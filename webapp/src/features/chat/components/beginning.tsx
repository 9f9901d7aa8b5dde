import { ShieldCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chat } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Avatar, Button, Notice } from '@/ui'
import { isHistoryCut } from '@/features/chat/model/timeline'
import styles from './message-list.module.css'

export interface Older {
  busy: boolean
  error: unknown
  load: () => void
}

interface Props {
  chat: Chat
  isEmpty: boolean
  older: Older
  scroller: RefObject<HTMLDivElement | null>
}

/** The part above the first message: older ones, the reason why there are none, or a start. */
export function Beginning({ chat, isEmpty, older, scroller }: Props) {
  const { t } = useTranslation(['chat', 'common'])
  const { profile } = chat
  return (
    <>
      {chat.has_older && <OlderMessages older={older} scroller={scroller} />}
      {isHistoryCut(chat) && (
        <p className={styles.history}>
          <ShieldCheck size={18} aria-hidden="true" />
          {t('chat:history_limit')}
        </p>
      )}
      {isEmpty && profile && (
        <div className={styles.start}>
          <Avatar photo={profile.main_image} name={profile.name} size={96} />
          <h2>{t('chat:start_title', { name: profile.name })}</h2>
          <p>{t('chat:start_text')}</p>
        </div>
      )}
      {profile?.fictional && !chat.has_older && (
        <Notice kind="warning">{t('common:fictional_explained', { name: profile.name })}</Notice>
      )}
    </>
  )
}

function OlderMessages({ older, scroller }: { older: Older; scroller: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation('chat')
  const errorText = useErrorText()
  const mark = useRef<HTMLDivElement>(null)
  const reached = useEffectEvent(() => older.error || older.load())

  useEffect(() => {
    if (!mark.current || older.busy || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reached(), {
      root: scroller.current,
      rootMargin: '300px 0px 0px',
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [scroller, older.busy])

  return (
    <div ref={mark} className={styles.older}>
      {older.error ? <p role="alert">{errorText(older.error)}</p> : null}
      <Button kind="quiet" small busy={older.busy} onClick={older.load}>
        {t('older_action')}
      </Button>
    </div>
  )
}
