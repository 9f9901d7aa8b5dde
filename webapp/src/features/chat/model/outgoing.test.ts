import { expect, test } from 'vitest'
import { failed, nextOf, renewed, restored, retried, sending, without, type Outgoing } from './outgoing'

const item = (id: string, profileId = 'freja', state: Outgoing['state'] = 'waiting'): Outgoing => ({ id, profileId, text: id, at: '2026-11-20T12:00:00Z', state })
const states = (queue: Outgoing[]) => queue.map(({ id, state }) => `${id} ${state}`)

test('messages of one chat go one after the other', () => {
  const queue = sending([item('a'), item('b')], 'a')
  expect(nextOf(queue)).toBeNull()
  expect(nextOf(without(queue, ['a']))?.id).toBe('b')
})

test('one chat does not wait for another', () => {
  expect(nextOf(sending([item('a'), item('b', 'jonas')], 'a'))?.id).toBe('b')
})

test('one that cannot go holds those behind it in its chat', () => {
  const queue = [item('a', 'freja', 'sending'), item('x', 'jonas'), item('b')]
  expect(states(failed(queue, 'a'))).toEqual(['a failed', 'x waiting', 'b failed'])
})

test('a retry sends all of that chat again, in order and with the same ids', () => {
  const queue = retried([item('a', 'freja', 'failed'), item('x', 'jonas', 'failed'), item('b', 'freja', 'failed')], 'freja')
  expect(states(queue)).toEqual(['a waiting', 'x failed', 'b waiting'])
  expect(nextOf(queue)?.id).toBe('a')
})

test('nothing goes by itself after a reload', () => {
  const queue = restored([item('a', 'freja', 'sending'), item('b')])
  expect(states(queue)).toEqual(['a failed', 'b failed'])
  expect(nextOf(queue)).toBeNull()
})

test('one that the server gave up goes again under another id, in its place', () => {
  const queue = renewed([item('a', 'freja', 'sending'), item('b')], 'a', 'a2')
  expect(states(queue)).toEqual(['a2 waiting', 'b waiting'])
})
