import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { User } from '@/api/types'
import { isQuiet } from '@/features/activation/model/reminder'
import { MailStoppedAlert } from '@/features/push/components/mail-stopped-alert'
import { PushAlert } from '@/features/push/components/push-alert'
import styles from '@/features/push/components/push.module.css'
import { usePush } from '@/features/push/model/use-push'
import { paths } from '@/paths'

/** Paths of the screens that offer pushes: the others show members first. */
const withPushOffer = [paths.likes, paths.chats]

/** Alerts that can be dismissed, on every screen but those about the same matter. */
export default function Alerts({ user }: { user: User }) {
  const { t } = useTranslation('push')
  const { pathname } = useLocation()
  const [reason] = user.notifications_disabled
  // On every screen: a browser whose subscription is of an earlier key subscribes again at the member's next visit.
  usePush(user.id)
  const isOffered = withPushOffer.some((path) => pathname === path || pathname.startsWith(`${path}/`))
  if (isQuiet(pathname)) return null
  return (
    <aside className={styles.alerts} aria-label={t('alerts')}>
      {reason && <MailStoppedAlert key={user.id} memberId={user.id} reason={reason} to={paths.notifications} />}
      {isOffered && user.status === 'active' && <PushAlert key={`push-${user.id}`} memberId={user.id} />}
    </aside>
  )
}
