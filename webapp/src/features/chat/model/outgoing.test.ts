import { expect, test } from 'vitest'
import { inOrder, nextOf, nextPlace, recipientsOf, restored, retried, without, type Outgoing } from './outgoing'

const now = Date.parse('2026-11-20T12:00:00Z')

function item(id: string, place: number, more: Partial<Outgoing> = {}): Outgoing {
  return { id, profileId: 'freja', text: id, at: '2026-11-20T11:00:00Z', place, state: 'waiting', ...more }
}

test('messages of one chat go in the order of their places', () => {
  const queue = [item('b', 2), item('a', 1)]
  expect(inOrder(queue).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(nextOf(queue, 'freja')?.id).toBe('a')
  expect(nextOf(without(queue, ['a']), 'freja')?.id).toBe('b')
})

test('one that cannot go holds those behind it in its chat, and in no other', () => {
  const queue = [item('a', 1, { state: 'failed' }), item('b', 2), item('x', 3, { profileId: 'jonas' })]
  expect(nextOf(queue, 'freja')).toBeNull()
  expect(recipientsOf(queue)).toEqual(['jonas'])
})

test('a retry keeps the id and forgets the reason', () => {
  const again = retried(item('a', 1, { state: 'failed', reason: { code: 'blocked', message: '' } }))
  expect([again.id, again.state, again.reason]).toEqual(['a', 'waiting', undefined])
})

test('a place is after all others, also when the clock was put back', () => {
  expect(nextPlace([], now)).toBe(now)
  expect(nextPlace([item('a', now + 5)], now)).toBe(now + 6)
})

test('what was written lately goes by itself, what is old asks first', () => {
  const [lately, old] = restored([item('a', 1), item('b', 2, { at: '2026-11-16T11:00:00Z' })], now)
  expect([lately?.state, lately?.waited]).toEqual(['waiting', true])
  expect(old?.state).toBe('failed')
})
