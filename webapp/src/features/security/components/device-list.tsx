import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DeviceSession } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useDates } from '@/i18n/use-dates'
import { Button, useToast, classes } from '@/ui'
import { endOtherSessions, endSession } from '@/features/security/api/sessions'
import { useAction } from '@/api/use-action'
import rows from '@/ui/rows.module.css'
import styles from './security.module.css'

const handheld = ['Android', 'iPhone', 'iPad']

export function DeviceList({ sessions }: { sessions: DeviceSession[] }) {
  const showToast = useToast()
  const { t } = useTranslation('security')
  const errorText = useErrorText()
  const others = useAction()

  const end = async (action: () => Promise<number>) => {
    try {
      showToast({ text: t('devices_ended', { count: await action() }), kind: 'success' })
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    }
  }

  return (
    <>
      <ul className={rows.rows}>
        {sessions.map((session) => (
          <Row key={session.id} session={session} onEnd={() => end(() => endSession(session.id).then(() => 1))} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div>
          <Button
            kind="danger"
            icon={<LogOut size={20} aria-hidden="true" />}
            busy={others.busy}
            onClick={() => void others.run(() => end(endOtherSessions))}
          >
            {t('devices_end_others')}
          </Button>
        </div>
      )}
    </>
  )
}

function Row({ session, onEnd }: { session: DeviceSession; onEnd: () => Promise<void> }) {
  const { t } = useTranslation('security')
  const { calendarDay: date } = useDates()
  const { busy, run } = useAction()
  const device = [session.browser, session.system].filter(Boolean).join(', ') || t('device_unknown')
  const used =
    session.used === 'earlier' ? t('used_earlier', { date: date(session.used_on) }) : t(`used_${session.used}`)
  return (
    <li className={classes(rows.row, styles.wraps)}>
      <span className={rows.icon} aria-hidden="true">
        {handheld.includes(session.system ?? '') ? <Smartphone size={22} /> : <Monitor size={22} />}
      </span>
      <span className={rows.words}>
        <strong>{device}</strong>
        {session.current && <span className={styles.here}>{t('device_current')}</span>}
        <span>
          {used} · {t('device_since', { date: date(session.since) })}
        </span>
      </span>
      {!session.current && (
        <Button
          kind="secondary"
          small
          busy={busy}
          aria-label={t('device_end_named', { device })}
          onClick={() => void run(onEnd)}
        >
          {t('device_end')}
        </Button>
      )}
    </li>
  )
}
