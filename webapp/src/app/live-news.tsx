import i18next from 'i18next'
import { useEffect } from 'react'
import type { User } from '../api/types'
import { useUser } from '../api/use-user'
import { openOutbox } from '../features/chat/api/outbox'
import { useRememberList } from '../features/chat/api/remember-chats'
import { usePush } from '../features/push/model/use-push'
import { LiveUpdates } from '../live/live-updates'
import News from './news'

/** The stream opens with those who tell what it says: a match that came before them would be told to nobody. */
export default function LiveNews() {
  const { user } = useUser()
  const memberId = user?.id
  // What was written without a network goes out wherever the member is by then.
  useEffect(() => {
    if (memberId) openOutbox(memberId)
  }, [memberId])
  useEffect(() => void keepChats().catch(() => undefined), [])
  return (
    <>
      <News />
      <LiveUpdates />
      {user && <MemberWatch user={user} />}
    </>
  )
}

/** The service worker keeps what was asked for once: messages open without a network, wherever the member has been. */
async function keepChats(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.ready
  await Promise.all([import('./routes/chats'), i18next.loadNamespaces(['chat', 'gifts', 'members'])])
}

/** How often the lists are read again depends on whether pushes arrive: that is found out wherever the member is. */
function MemberWatch({ user }: { user: User }) {
  usePush(user.id)
  useRememberList(user)
  return null
}
