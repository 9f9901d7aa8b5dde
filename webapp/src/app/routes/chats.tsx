import { lazy, Suspense } from 'react'
import { Navigate, useMatch, useParams } from 'react-router'
import type { User } from '@/api/types'
import { useMember } from '@/api/use-member'
import { paths } from '@/paths'
import { UnansweredNotice } from '@/features/activation/components/unanswered-notice'
import { ChatsScreen } from '@/features/chat/components/chats-screen'
import type { ChatSlots } from '@/features/chat/components/chat-slots'
import { CallButton } from '@/features/calls/components/call-button'
import { FictionalSpent } from '@/features/spending/components/fictional-spent'
import { Unblock, WithBlocking } from './chat-blocking'

const OpenerQuote = lazy(() => import('@/features/likes/components/opener-quote'))

const slotsFor = ({ status, email }: User): ChatSlots => ({
  aboveComposer: (profile, { price, messages }) => (
    <>
      {status === 'not_confirmed' && messages.some(({ own }) => own) && (
        <Suspense>
          <UnansweredNotice name={profile.name} email={email} />
        </Suspense>
      )}
      <FictionalSpent profile={profile} balance={price.balance} />
    </>
  ),
  calls: (profile, { conversation, calls }) =>
    conversation && calls && <CallButton profile={profile} conversationId={conversation.id} consent={calls} />,
  blocking: (profile, draw) => <WithBlocking who={profile}>{draw}</WithBlocking>,
  openerQuote: (partner, own, words) => (
    <Suspense>
      <OpenerQuote partner={partner} own={own} words={words} />
    </Suspense>
  ),
  unblock: (who, onDone) => <Unblock who={who} onDone={onDone} />,
})

/** `/chats`, `/chats/{conversation}` and `/members/{member}/chat`. */
export default function ChatsRoute() {
  const { id } = useParams()
  const member = useMember()
  const byMember = useMatch('/members/:id/chat') !== null
  if (!member) return null
  if (byMember && id === member.id) return <Navigate to={paths.profile} replace />
  const of = id === undefined ? null : byMember ? { profile: id } : { conversation: id }
  return <ChatsScreen of={of} memberId={member.id} slots={slotsFor(member)} />
}
