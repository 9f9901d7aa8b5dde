import { expect, test } from 'vitest'
import { costOf, inOrder, nextOf, nextPlace, outlived, recipientsOf, refusalOf, restored, retried, without, type Change, type Outgoing } from './outgoing'

const now = Date.parse('2026-11-20T12:00:00Z')

function item(id: string, place: number, more: Change = {}): Outgoing {
  return { id, profileId: 'freja', kind: 'text', text: id, credits: 2, at: '2026-11-20T11:00:00Z', place, state: 'waiting', ...more }
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

test('a retry keeps the id and the place, forgets the reason, and is as young as its press', () => {
  const again = retried(item('a', 1, { state: 'failed', at: '2026-11-10T11:00:00Z', reason: { code: 'blocked', message: '' } }), now)
  expect([again.id, again.place, again.state, again.reason]).toEqual(['a', 1, 'waiting', undefined])
  expect(restored([again], now)[0]?.state).toBe('waiting')
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

test('what nobody decides about is taken away after a month', () => {
  expect(outlived([item('a', 1), item('b', 2, { at: '2026-10-01T11:00:00Z' })], now)).toEqual(['b'])
})

test('what can go costs what was shown; what is refused costs nothing', () => {
  expect(costOf([item('a', 1), item('b', 2, { credits: 5, state: 'sending' }), item('c', 3, { credits: 4, state: 'failed' })])).toBe(7)
})

test('only so much waits on a device: photos of a size, in all of a size, and so many', () => {
  const photo = (size: number) => ({ kind: 'photo' as const, photo: { size } as Blob, text: '' })
  const waiting = (size: number, place: number): Outgoing => ({ ...item(`p${place}`, place), ...photo(size) })
  expect(refusalOf([], photo(20e6))).toBeNull()
  expect(refusalOf([], photo(20e6 + 1))).toMatchObject({ code: 'photo_too_large', megabytes: 20 })
  expect(refusalOf([waiting(20e6, 1), waiting(20e6, 2)], photo(20e6))).toBeNull()
  expect(refusalOf([waiting(20e6, 1), waiting(20e6, 2), waiting(1, 3)], photo(20e6))).toMatchObject({ code: 'unsent_full' })
  const many = Array.from({ length: 50 }, (_, place) => item(`t${place}`, place))
  expect(refusalOf(many, { kind: 'text', text: 'one more' })).toMatchObject({ code: 'unsent_full' })
})
