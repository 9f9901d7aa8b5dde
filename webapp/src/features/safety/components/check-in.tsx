import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CheckIn as State, CheckInAnswer, DatePlan } from '@/api/types'
import { useDates } from '@/i18n/use-dates'
import { Button, Notice } from '@/ui'
import { answerCheckIn, isWorrying, removeCheckIn } from '@/features/safety/api/check-ins'
import { CheckInForm, minutes } from './check-in-form'
import { useAct } from './use-act'
import { useTellFine } from './use-tell-fine'
import styles from './date-plans.module.css'

/** The check-in of a plan: set, asked, or over. `onDone` takes the focus of a button that goes away. */
export function CheckIn({ plan, canText, onDone }: { plan: DatePlan; canText: boolean; onDone: () => void }) {
  const { t } = useTranslation('safety')
  const [isEditing, setEditing] = useState(false)
  const { busy, run } = useAct()
  const checkIn = plan.check_in
  const close = () => {
    setEditing(false)
    onDone()
  }
  if (isEditing) return <CheckInForm plan={plan} canText={canText} onClose={close} />
  const isOver = checkIn?.state === 'told'
  return (
    <>
      {checkIn?.state === 'asked' ? (
        <Question plan={plan} checkIn={checkIn} onDone={onDone} />
      ) : (
        <Said checkIn={checkIn} />
      )}
      {isWorrying(checkIn) && <TellFine plan={plan} name={checkIn?.name ?? ''} onDone={onDone} />}
      {!isOver && (
        <div className={styles.actions}>
          <Button kind="secondary" onClick={() => setEditing(true)}>
            {t(checkIn ? 'check_change' : 'check_add')}
          </Button>
          {checkIn && (
            <Button
              kind="quiet"
              busy={busy}
              onClick={() =>
                void run(async () => {
                  await removeCheckIn(plan.id)
                  onDone()
                  return t('check_removed')
                })
              }
            >
              {t('check_remove')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** What is going to happen, or has. */
function Said({ checkIn }: { checkIn: State | null }) {
  const { t, i18n } = useTranslation('safety')
  const { moment } = useDates()
  if (!checkIn) return <p className={styles.hint}>{t('check_lead')}</p>
  const { state, name, email, phone } = checkIn
  if (state === 'waiting') {
    const said = { time: moment(checkIn.ask_at), name, grace: minutes(checkIn.grace_minutes, i18n.language) }
    return <p>{phone ? t('check_waiting_sms', { ...said, phone }) : t('check_waiting', { ...said, email })}</p>
  }
  if (checkIn.unreached) {
    return <Notice kind="danger">{t(checkIn.fine_at ? 'check_fine_failed' : 'check_unreached', { name })}</Notice>
  }
  if (checkIn.fine_at) return <p>{t('check_fine_told', { name, time: moment(checkIn.fine_at) })}</p>
  const time = moment(checkIn.settled_at ?? checkIn.ask_at)
  if (state === 'refused') return <p>{t('check_refused', { name })}</p>
  return <p>{t(state === 'told' ? told(checkIn) : 'check_answered', { name, time })}</p>
}

const told = ({ phone }: State) => (phone ? 'check_told_sms' : 'check_told')

/** After the person was told: that all is well, in one more message. */
function TellFine({ plan, name, onDone }: { plan: DatePlan; name: string; onDone: () => void }) {
  const { t } = useTranslation('safety')
  const { busy, tell } = useTellFine(plan.id, name)
  return (
    <>
      <p className={styles.hint}>{t('check_tell_fine_hint', { name })}</p>
      <div className={styles.actions}>
        <Button busy={busy} onClick={() => void tell().then(onDone)}>
          {t('check_tell_fine', { name })}
        </Button>
      </div>
    </>
  )
}

function Question({ plan, checkIn, onDone }: { plan: DatePlan; checkIn: State; onDone: () => void }) {
  const { t } = useTranslation('safety')
  const { moment } = useDates()
  const { busy, run } = useAct()
  const { name } = checkIn
  const answer = (words: CheckInAnswer) =>
    void run(async () => {
      const { state } = await answerCheckIn(plan.id, words)
      onDone()
      if (state === 'told') return t(told(checkIn), { name, time: moment(new Date()) })
      if (state === 'refused') return t('check_refused', { name })
      return t(words === 'later' ? 'check_later_done' : 'check_fine_done')
    })
  return (
    <div className={styles.question}>
      <h3>{t('check_asked_title')}</h3>
      {checkIn.tell_at && <p>{t('check_asked_text', { name, time: moment(checkIn.tell_at) })}</p>}
      <div className={styles.actions}>
        <Button busy={busy} onClick={() => answer('fine')}>
          {t('check_fine')}
        </Button>
        <Button kind="secondary" busy={busy} onClick={() => answer('later')}>
          {t('check_later')}
        </Button>
        <Button kind="danger" busy={busy} onClick={() => answer('tell')}>
          {t('check_tell', { name })}
        </Button>
      </div>
    </div>
  )
}
