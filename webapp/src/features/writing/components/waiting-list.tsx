import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import type { FictionalQueue, TakenConversation } from '@/api/types'
import { takeConversation } from '@/features/writing/api/writing'
import { useDates } from '@/i18n/use-dates'
import { Badge, Button, useToast } from '@/ui'
import { AnswerForm } from './answer-form'
import styles from './writing.module.css'

type Waiting = FictionalQueue['conversations'][number]
interface Open {
  waiting: Waiting
  taken: TakenConversation
}

/** Conversations that wait, the longest first; one of them at a time is open. */
export function WaitingList({ queue, onChanged }: { queue: FictionalQueue; onChanged: () => Promise<unknown> }) {
  const { t } = useTranslation('fictional')
  const { moment } = useDates()
  const errorText = useErrorText()
  const showToast = useToast()
  const [open, setOpen] = useState<Open | null>(null)

  const take = async (waiting: Waiting) => {
    try {
      setOpen({ waiting, taken: await takeConversation(waiting.conversation_id) })
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    }
    await onChanged()
  }
  const close = async () => {
    setOpen(null)
    await onChanged()
  }
  if (open) {
    const { waiting, taken } = open
    return (
      <AnswerForm
        key={waiting.conversation_id}
        conversationId={waiting.conversation_id}
        fictional={waiting.fictional_name}
        member={waiting.member_name}
        messages={taken.messages}
        onClose={close}
      />
    )
  }
  return (
    <section className={styles.part} aria-labelledby="waiting">
      <h2 id="waiting">{t('waiting')}</h2>
      {queue.conversations.length === 0 && <p className={styles.quiet}>{t('none')}</p>}
      <ul className={styles.list}>
        {queue.conversations.map((each) => (
          <li key={each.conversation_id} className={styles.row}>
            <div className={styles.words}>
              <strong>{t('pair', { member: each.member_name, fictional: each.fictional_name })}</strong>{' '}
              <Badge count={each.unread} label={String(each.unread)} />
              <div className={styles.quiet}>{t('since', { time: moment(each.waiting_since) })}</div>
            </div>
            {each.taken ? (
              <span className={styles.quiet}>{t('taken')}</span>
            ) : (
              <Button small onClick={() => void take(each)}>
                {t('take')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
