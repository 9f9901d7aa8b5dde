import { Navigate, useMatch, useParams } from 'react-router'
import { useUser } from '../../api/use-user'
import { paths } from '../paths'
import { ChatsScreen } from '../../features/chat/components/chats-screen'
import type { ChatSlots } from '../../features/chat/components/chat-slots'
import { FictionalSpent } from '../../features/spending/components/fictional-spent'
import { Unblock, WithBlocking } from './chat-blocking'

const slots: ChatSlots = {
  aboveComposer: (profile, { price }) => <FictionalSpent profile={profile} balance={price.balance} />,
  blocking: (profile, draw) => <WithBlocking who={profile}>{draw}</WithBlocking>,
  unblock: (who, onDone) => <Unblock who={who} onDone={onDone} />,
}

/** `/chats`, `/chats/{conversation}` and `/members/{member}/chat`. */
export default function ChatsRoute() {
  const { id } = useParams()
  const { user } = useUser()
  const byMember = useMatch('/members/:id/chat') !== null
  if (!user) return null
  if (byMember && id === user.id) return <Navigate to={paths.profile} replace />
  const of = id === undefined ? null : byMember ? { profile: id } : { conversation: id }
  return <ChatsScreen of={of} memberId={user.id} slots={slots} />
}
