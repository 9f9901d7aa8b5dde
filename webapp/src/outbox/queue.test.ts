import { expect, test } from 'vitest'
import type { Envelope, QueuedMessage } from './message'
import {
  changed,
  costOf,
  deferred,
  deferredAll,
  enqueued,
  expired,
  failed,
  headOf,
  inOrder,
  isBlocked,
  nextPosition,
  recipientsOf,
  refusalOf,
  renewed,
  restored,
  retried,
  without,
} from './queue'

const now = Date.parse('2026-11-20T12:00:00Z')

function item(id: string, position: number, more: Partial<Envelope> = {}): QueuedMessage {
  return {
    id,
    profileId: 'freja',
    kind: 'text',
    text: id,
    credits: 2,
    at: '2026-11-20T11:00:00Z',
    position,
    state: 'waiting',
    ...more,
  }
}

test('messages of one chat go in the order of their positions', () => {
  const queue = [item('b', 2), item('a', 1)]
  expect(inOrder(queue).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(headOf(queue, 'freja')?.id).toBe('a')
  expect(headOf(without(queue, ['a']), 'freja')?.id).toBe('b')
})

test('a failed message blocks those behind it in its chat, and in no other', () => {
  const queue = [item('a', 1, { state: 'failed' }), item('b', 2), item('x', 3, { profileId: 'jonas' })]
  expect(headOf(queue, 'freja')).toBeNull()
  expect(recipientsOf(queue)).toEqual(['jonas'])
})

test('a retry keeps the id and the position, forgets the reason, and is as young as its press', () => {
  const again = retried(
    item('a', 1, { state: 'failed', at: '2026-11-10T11:00:00Z', reason: { code: 'blocked', message: '' } }),
    now,
  )
  expect([again.id, again.position, again.state, again.reason]).toEqual(['a', 1, 'waiting', undefined])
  expect(restored([again], now)[0]?.state).toBe('waiting')
})

test('a new position is behind all others, also when the clock was put back', () => {
  expect(nextPosition([], now)).toBe(now)
  expect(nextPosition([item('a', now + 5)], now)).toBe(now + 6)
})

test('a recent message is sent without asking, an old one asks its writer', () => {
  const [lately, old] = restored([item('a', 1), item('b', 2, { at: '2026-11-16T11:00:00Z' })], now)
  expect([lately?.state, lately?.waited]).toEqual(['waiting', true])
  expect(old?.state).toBe('failed')
})

test('a message without a decision is deleted after a month', () => {
  expect(expired([item('a', 1), item('b', 2, { at: '2026-10-01T11:00:00Z' })], now)).toEqual(['b'])
})

test('a message that can be sent costs the price shown; a failed one costs nothing', () => {
  expect(
    costOf([
      item('a', 1),
      item('b', 2, { credits: 5, state: 'sending' }),
      item('c', 3, { credits: 4, state: 'failed' }),
    ]),
  ).toBe(7)
})

test('the queue is limited in photo size, total size and count', () => {
  const photo = (size: number) => ({ kind: 'photo' as const, photo: { size } as Blob, text: '' })
  const waiting = (size: number, position: number): QueuedMessage => ({
    ...item(`p${position}`, position),
    ...photo(size),
  })
  expect(refusalOf([], photo(20e6))).toBeNull()
  expect(refusalOf([], photo(20e6 + 1))).toMatchObject({ code: 'photo_too_large', megabytes: 20 })
  expect(refusalOf([waiting(20e6, 1), waiting(20e6, 2)], photo(20e6))).toBeNull()
  expect(refusalOf([waiting(20e6, 1), waiting(20e6, 2), waiting(1, 3)], photo(20e6))).toMatchObject({
    code: 'unsent_full',
  })
  const many = Array.from({ length: 50 }, (_, position) => item(`t${position}`, position))
  expect(refusalOf(many, { kind: 'text', text: 'one more' })).toMatchObject({ code: 'unsent_full' })
})

test('every transition keeps the message and its place in the order', () => {
  const message = item('a', 1, { state: 'sending', progress: 0.4 })
  const reason = { code: 'blocked', message: '' }
  expect(deferred(message, now + 5)).toEqual({
    ...message,
    state: 'waiting',
    waited: true,
    progress: undefined,
    notBefore: now + 5,
  })
  expect(failed(message, reason)).toEqual({ ...message, state: 'failed', waited: true, progress: undefined, reason })
  expect(renewed(message, 'b')).toEqual({ ...message, id: 'b', state: 'waiting' })
  expect(changed([message], 'a', { progress: 1 })[0]).toEqual({ ...message, progress: 1 })
})

test('a pause puts back all messages to that recipient, and no failed one', () => {
  const queue = [
    item('a', 1, { state: 'failed' }),
    item('b', 2, { state: 'sending' }),
    item('x', 3, { state: 'sending', profileId: 'jonas' }),
  ]
  expect(deferredAll(queue, 'freja').map(({ state }) => state)).toEqual(['failed', 'waiting', 'sending'])
})

test('a message behind a failed one is blocked', () => {
  const [first, second] = [item('a', 1, { state: 'failed' }), item('b', 2)]
  expect([isBlocked(first!, []), isBlocked(second!, [first!]), isBlocked(second!, [])]).toEqual([false, true, false])
})

test('new content is behind all others, and has waited if one is before it or there is no network', () => {
  const to = { id: 'n', profileId: 'freja', credits: 2, now, isOnline: true }
  const content = { kind: 'text' as const, text: 'new' }
  expect(enqueued([], content, to)).toMatchObject({ position: now, state: 'sending', waited: false })
  expect(enqueued([item('a', now)], content, to)).toMatchObject({ position: now + 1, waited: true })
  expect(enqueued([item('x', 1, { profileId: 'jonas' })], content, to).waited).toBe(false)
  expect(enqueued([], content, { ...to, isOnline: false }).waited).toBe(true)
})
