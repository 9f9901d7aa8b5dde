import type { Chats, ChatSummary, Id, LiveEvents, Message } from '@/api/types'

const lastOf = ({ kind, text, gift, call, own, retracted, sent_at }: Message) => ({
  kind,
  text,
  gift,
  call,
  own,
  retracted,
  sent_at,
})

/** The list has this message, or a newer one. */
function isAfter(last: NonNullable<ChatSummary['last_message']>, message: Message): boolean {
  if (last.sent_at !== message.sent_at) return last.sent_at > message.sent_at
  return last.text === message.text && last.own === message.own
}

const totalOf = (chats: ChatSummary[]) => chats.reduce((sum, chat) => sum + chat.num_unread_messages, 0)

/** The chat moves up with its newest message; null when the list does not know it yet. */
export function withNewMessage(chats: Chats, conversationId: Id, message: Message, isOpen: boolean): Chats | null {
  const chat = chats.chats.find(({ conversation }) => conversation.id === conversationId)
  if (!chat) return null
  if (chat.last_message && isAfter(chat.last_message, message)) return chats
  // Of calls only missed ones count.
  const counts = !message.own && !isOpen && (message.call?.state ?? 'missed') === 'missed'
  const unread = chat.num_unread_messages + (counts ? 1 : 0)
  const moved = { ...chat, num_unread_messages: unread, last_message: lastOf(message), updated_at: message.sent_at }
  const rest = chats.chats.filter((other) => other !== chat)
  return { ...chats, chats: [moved, ...rest], total_unread_messages: totalOf([moved, ...rest]) }
}

/** How many are unread, as the server counted. */
export function withUnread(
  chats: Chats,
  { conversation_id, num_unread_messages, total_unread_messages }: LiveEvents['unread'],
): Chats {
  const changed = chats.chats.map((chat) =>
    chat.conversation.id === conversation_id ? { ...chat, num_unread_messages } : chat,
  )
  return { ...chats, chats: changed, total_unread_messages }
}

/** Opening a conversation sets its unread count to 0, before the server has received the request. */
export function withAllRead(chats: Chats, conversationId: Id): Chats {
  const changed = chats.chats.map((chat) =>
    chat.conversation.id === conversationId ? { ...chat, num_unread_messages: 0 } : chat,
  )
  return { ...chats, chats: changed, total_unread_messages: totalOf(changed) }
}

export function withoutConversation(chats: Chats, conversationId: Id): Chats {
  const left = chats.chats.filter(({ conversation }) => conversation.id !== conversationId)
  return { ...chats, chats: left, total_unread_messages: totalOf(left) }
}
