import { expect, test } from 'vitest'
import { aMessage } from '@tests/chat-makers'
import { entriesOf, type Bubble, type Entry } from './entries'
import type { QueuedMessage } from '@/outbox/message'

const outgoing = (id: string, state: QueuedMessage['state'] = 'sending'): QueuedMessage => ({
  id,
  profileId: 'freja',
  kind: 'text',
  text: id,
  credits: 2,
  at: '2026-11-20T12:05:00Z',
  position: 1,
  state,
})
const nothing = { messages: [], pending: [], partnerReadSeq: 0, firstUnread: null }
const isBubble = (entry: Entry): entry is Bubble => entry.kind === 'bubble'
const shape = (entries: Entry[]) =>
  entries.map((entry) =>
    isBubble(entry) ? `${entry.starts ? '[' : ''}${entry.key}${entry.ends ? ']' : ''}` : entry.kind,
  )

test('a new day gets its date', () => {
  const late = aMessage(2, { sent_at: '2026-11-22T12:00:00Z' })
  expect(shape(entriesOf({ ...nothing, messages: [aMessage(1), late] }))).toEqual(['day', '[m1]', 'day', '[m2]'])
})

test('the same speaker within minutes is one run', () => {
  const said = [aMessage(1), aMessage(2), aMessage(3, { own: true }), aMessage(20, { own: true })]
  expect(shape(entriesOf({ ...nothing, messages: said }))).toEqual(['day', '[m1', 'm2]', '[m3]', '[m20]'])
})

test('the line above what is unread splits a run', () => {
  const entries = entriesOf({ ...nothing, messages: [aMessage(1), aMessage(2)], firstUnread: 'm2' })
  expect(shape(entries)).toEqual(['day', '[m1]', 'unread', '[m2]'])
})

test('messages being sent stand below, only until they are delivered', () => {
  const own = aMessage(4, { own: true })
  expect(shape(entriesOf({ ...nothing, messages: [own], pending: [outgoing('m4'), outgoing('p1')] }))).toEqual([
    'day',
    '[m4',
    'p1]',
  ])
})

test('every own message shows its delivery state', () => {
  const messages = [aMessage(1, { own: true }), aMessage(2, { own: true }), aMessage(3)]
  const entries = entriesOf({
    ...nothing,
    messages,
    pending: [outgoing('a', 'waiting'), outgoing('b', 'failed')],
    partnerReadSeq: 1,
  })
  expect(entries.filter(isBubble).map(({ delivery }) => delivery)).toEqual(['read', 'sent', null, 'waiting', 'failed'])
})

test('a message behind a failed one is blocked, and the failed one knows that it blocks others', () => {
  const pending = [outgoing('a', 'waiting'), outgoing('b', 'failed'), outgoing('c', 'waiting'), outgoing('d', 'failed')]
  const bubbles = entriesOf({ ...nothing, pending }).filter(isBubble)
  expect(bubbles.map(({ delivery, blocksOthers }) => [delivery, blocksOthers])).toEqual([
    ['waiting', false],
    ['failed', true],
    ['blocked', false],
    ['failed', false],
  ])
})
