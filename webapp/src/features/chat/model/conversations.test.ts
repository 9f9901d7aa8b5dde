import { expect, test } from 'vitest'
import { aMessage, aSummary } from '@tests/chat-makers'
import { withAllRead, withNewMessage, withUnread, withoutConversation } from './conversations'

const list = {
  chats: [aSummary('c1'), aSummary('c2', { num_unread_messages: 2 })],
  total_unread_messages: 2,
  has_older: false,
  cursor: 0,
}
const later = (more = {}) => aMessage(9, { conversation_id: 'c2', ...more })

test('a new message moves its chat up and counts', () => {
  const next = withNewMessage(list, 'c2', later(), false)
  expect(next?.chats.map(({ conversation }) => conversation.id)).toEqual(['c2', 'c1'])
  expect(next).toMatchObject({
    total_unread_messages: 3,
    chats: [{ num_unread_messages: 3, last_message: { text: 'Message 9' } }, {}],
  })
})

test('own messages and messages in the open chat are not counted', () => {
  expect(withNewMessage(list, 'c2', later({ own: true }), false)?.total_unread_messages).toBe(2)
  expect(withNewMessage(list, 'c2', later(), true)?.total_unread_messages).toBe(2)
})

test('a message delivered twice counts once', () => {
  const once = withNewMessage(list, 'c2', later(), false)!
  expect(withNewMessage(once, 'c2', later(), false)).toBe(once)
})

test('a message of an unknown chat reloads the list', () => {
  expect(withNewMessage(list, 'c9', later(), false)).toBeNull()
})

test('opening a conversation sets its unread count to 0', () => {
  expect(withAllRead(list, 'c2').total_unread_messages).toBe(0)
})

test('the unread count of the server takes precedence', () => {
  const next = withUnread(list, { conversation_id: 'c1', num_unread_messages: 4, total_unread_messages: 6 })
  expect(next).toMatchObject({ total_unread_messages: 6, chats: [{ num_unread_messages: 4 }, {}] })
})

test('a removed chat takes its unread messages with it', () => {
  expect(withoutConversation(list, 'c2')).toMatchObject({
    total_unread_messages: 0,
    chats: [{ conversation: { id: 'c1' } }],
  })
})
