import { expect, test } from 'vitest'
import { aChat, aSummary, freja, messages } from '@tests/chat-makers'
import type { Chats } from '@/api/types'
import { isForgotten, newestOf, newestOfList } from './remembered'

const aList = (count: number): Chats => ({
  chats: Array.from({ length: count }, (_, index) => aSummary(`c${index + 1}`)),
  total_unread_messages: 0,
  has_older: false,
  cursor: 9,
})

test('the newest fifty messages of a chat are stored, and whether there are older ones', () => {
  const kept = newestOf(aChat({ messages: messages(1, 60) }))
  expect([kept.messages.length, kept.messages[0]?.seq, kept.has_older]).toEqual([50, 11, true])
  expect(newestOf(aChat()).has_older).toBe(false)
})

test('the first thirty chats are stored, without those being removed', () => {
  const kept = newestOfList(aList(40), new Set(['c1']))
  expect([kept.chats.length, kept.chats[0]?.conversation.id]).toEqual([30, 'c2'])
})

test('presence and the stream position are not stored', () => {
  expect(newestOf(aChat()).profile?.presence).toBeNull()
  expect(JSON.stringify(newestOfList(aList(1), new Set()))).not.toMatch(/online|cursor/)
})

test('a stored chat is deleted once the list lacks it, or names another partner', () => {
  const listed = aSummary('c1', { profile: freja })
  const nobody = aSummary('c1', { profile: null, partner: 'deleted' })
  expect(isForgotten(aChat(), { chats: [listed] }, [])).toBe(false)
  expect(isForgotten(aChat(), { chats: [] }, ['freja'])).toBe(true)
  expect(isForgotten(aChat(), { chats: [nobody] }, [])).toBe(true)
})

test('a chat that has not begun is deleted unless a message is queued for it', () => {
  const chat = aChat({ conversation: null, messages: [] })
  expect(isForgotten(chat, { chats: [] }, ['freja'])).toBe(false)
  expect(isForgotten(chat, { chats: [] }, [])).toBe(true)
})
