import { expect, test } from 'vitest'
import { aSummary, freja } from '@tests/chat-makers'
import type { QueuedMessage } from '@/outbox/message'
import { unlisted, withUnsent } from './unsent'

const item = (
  id: string,
  profileId: string,
  state: QueuedMessage['state'],
  at = '2026-11-20T13:00:00Z',
): QueuedMessage => ({
  id,
  profileId,
  state,
  at,
  position: 1,
  kind: 'text',
  text: id,
  credits: 2,
})
const chats = [aSummary('c1'), aSummary('c2', { updated_at: '2026-11-20T11:00:00Z' })]
const rows = (queue: QueuedMessage[]) =>
  withUnsent(chats, queue).map(({ chat, unsent }) => [chat.conversation.id, unsent?.id ?? null])

test('a chat with something unsent moves up and shows the newest that waits', () => {
  expect(rows([item('one', 'with-c2', 'waiting'), item('two', 'with-c2', 'waiting')])).toEqual([
    ['c2', 'two'],
    ['c1', null],
  ])
})

test('a failed message is shown before those behind it', () => {
  expect(rows([item('broken', 'with-c1', 'failed'), item('behind', 'with-c1', 'waiting')])[0]).toEqual(['c1', 'broken'])
})

test('a message being sent changes nothing', () => {
  expect(rows([item('one', 'with-c2', 'sending')])).toEqual([
    ['c1', null],
    ['c2', null],
  ])
})

test('queued messages of chats outside the list are found', () => {
  expect(
    unlisted(
      [aSummary('c1', { profile: freja })],
      [item('one', 'freja', 'waiting'), item('two', 'new', 'waiting'), item('three', 'other', 'sending')],
    ),
  ).toEqual(['new'])
})
