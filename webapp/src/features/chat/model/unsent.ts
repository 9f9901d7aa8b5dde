import type { ChatSummary, Id } from '@/api/types'
import type { QueuedMessage } from '@/outbox/message'

export interface ListedChat {
  chat: ChatSummary
  /** The message shown in its row: a failed one, else the newest queued one. */
  unsent: QueuedMessage | null
}

type Queue = readonly QueuedMessage[]

/** Messages being sent count as sent. */
const lying = (queue: Queue, profileId: Id | undefined) =>
  queue.filter((item) => item.profileId === profileId && item.state !== 'sending')

const unsentOf = (queue: Queue) => queue.findLast(({ state }) => state === 'failed') ?? queue.at(-1) ?? null

const movedAt = ({ chat, unsent }: ListedChat) =>
  Math.max(Date.parse(chat.updated_at), unsent ? Date.parse(unsent.at) : 0)

/** A chat is sorted by its last message, sent or unsent. */
export function withUnsent(chats: readonly ChatSummary[], queue: Queue): ListedChat[] {
  const rows = chats.map((chat) => ({ chat, unsent: unsentOf(lying(queue, chat.profile?.id)) }))
  return rows.some(({ unsent }) => unsent) ? rows.toSorted((one, other) => movedAt(other) - movedAt(one)) : rows
}

/** Recipients of unsent messages that the list does not contain. */
export function unlisted(chats: readonly ChatSummary[], queue: Queue): Id[] {
  const recipients = new Set(queue.map(({ profileId }) => profileId))
  return [...recipients].filter((id) => lying(queue, id).length > 0 && !chats.some(({ profile }) => profile?.id === id))
}
