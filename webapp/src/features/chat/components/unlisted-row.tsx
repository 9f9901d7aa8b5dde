import useSWR from 'swr'
import { paths } from '@/paths'
import { address } from '@/api/client'
import type { Chat, Id } from '@/api/types'
import { fetchChat } from '@/features/chat/api/fetch-chat'
import { useUnsent } from '@/outbox/use-outbox'
import { withUnsent } from '@/features/chat/model/unsent'
import { ConversationRow } from './conversation-row'

interface Props {
  profileId: Id
  isOpen: boolean
}

/** The row of a conversation whose first message is unsent. */
export function UnlistedRow({ profileId, isOpen }: Props) {
  const of = { profile: profileId }
  const queue = useUnsent()
  const { data: chat } = useSWR<Chat>(address('chat.php', of), () => fetchChat(of, undefined), {
    revalidateIfStale: false,
  })
  if (!chat?.profile) return null
  const { profile, partner } = chat
  const row = {
    conversation: { id: profileId },
    profile,
    partner,
    muted: false,
    archived: false,
    num_unread_messages: 0,
    last_message: null,
    updated_at: new Date(0).toISOString(),
  }
  const [listed] = withUnsent([row], queue)
  return listed?.unsent ? <ConversationRow listed={listed} to={paths.memberChat(profileId)} isOpen={isOpen} /> : null
}
