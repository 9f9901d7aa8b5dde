import type { Card, Chat, Chats, Id } from '@/api/types'

const mostConversations = 30
const mostMessages = 50

/** Presence is stale by then. */
const atRest = <Who extends Card | null>(profile: Who): Who => profile && { ...profile, presence: null }

/** As much of a chat as a device remembers. */
export function newestOf(chat: Chat): Chat {
  const messages = chat.messages.slice(-mostMessages)
  return {
    ...chat,
    profile: atRest(chat.profile),
    messages,
    has_older: chat.has_older || messages.length < chat.messages.length,
  }
}

/** As much of the list as a device remembers; it does not say how far the stream had come. */
export function newestOfList(list: Chats, removing: ReadonlySet<Id>): Omit<Chats, 'cursor'> {
  const { total_unread_messages, has_older } = list
  const chats = list.chats
    .filter(({ conversation }) => !removing.has(conversation.id))
    .slice(0, mostConversations)
    .map((chat) => ({ ...chat, profile: atRest(chat.profile) }))
  return { chats, total_unread_messages, has_older }
}

/** Removed, gone down the list or no longer with the same one: a chat that has not begun stays while something waits for it. */
export function isForgotten(chat: Chat, { chats }: Pick<Chats, 'chats'>, waitingFor: readonly Id[]): boolean {
  const { conversation, profile, partner } = chat
  if (!conversation) return !profile || !waitingFor.includes(profile.id)
  const listed = chats.find((other) => other.conversation.id === conversation.id)
  return !listed || listed.partner !== partner || listed.profile?.id !== profile?.id
}
