import { useLocation } from 'react-router'
import type { User } from '../api/types'
import { isQuiet } from '../features/activation/model/reminder'
import { MailStoppedAlert } from '../features/push/components/mail-stopped-alert'
import { PushAlert } from '../features/push/components/push-alert'
import styles from '../features/push/components/push.module.css'
import { paths } from './paths'

/** What may be put away, on every screen but those that are about it. */
export default function Alerts({ user }: { user: User }) {
  const { pathname } = useLocation()
  const [reason] = user.notifications_disabled
  if (isQuiet(pathname)) return null
  return (
    <aside className={styles.alerts}>
      {reason && <MailStoppedAlert key={user.id} memberId={user.id} reason={reason} to={paths.notifications} />}
      {user.status === 'active' && <PushAlert key={`push-${user.id}`} memberId={user.id} />}
    </aside>
  )
}
