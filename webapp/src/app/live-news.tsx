import { useEffect } from 'react'
import { useUser } from '../api/use-user'
import { openOutbox } from '../features/chat/api/outbox'
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
  return (
    <>
      <News />
      <LiveUpdates />
      {user && <PushWatch memberId={user.id} />}
    </>
  )
}

/** How often the lists are read again depends on whether pushes arrive: that is found out wherever the member is. */
function PushWatch({ memberId }: { memberId: string }) {
  usePush(memberId)
  return null
}
