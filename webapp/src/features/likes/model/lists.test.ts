import { expect, test } from 'vitest'
import { aCard, someLikes } from '@tests/people'
import { isLiked, joined, listOf, mayBeLiked, withLike, withoutLike, withSeen, withBlurredSeen } from './lists'

const now = new Date('2026-05-01T12:00:00Z')
const ids = (cards: { id: string }[]) => cards.map(({ id }) => id)

test('new likes come first, the rest keeps its order', () => {
  const likes = someLikes({ liked_by: [{ id: 'old' }, { id: 'new', like_new: true }, { id: 'older' }] })
  expect(ids(listOf(likes, 'received'))).toEqual(['new', 'old', 'older'])
})

test('a match is listed as a match alone', () => {
  const likes = someLikes({ profiles: [{ id: 'a' }, { id: 'b', match: true }], matches: [{ id: 'b', match: true }] })
  expect(ids(joined('sent', listOf(likes, 'sent')))).toEqual(['a'])
  expect(ids(joined('matches', listOf(likes, 'matches')))).toEqual(['b'])
})

test('liking someone twice is liking them once', () => {
  const once = withLike(someLikes({}), aCard({ id: 'anna' }), now)
  expect(withLike(once, aCard({ id: 'anna' }), now)).toBe(once)
})

test('liking someone who likes you is a match, and taking it back ends it', () => {
  const likes = withLike(someLikes({ liked_by: [{ id: 'anna' }] }), aCard({ id: 'anna' }), now)
  expect(listOf(likes, 'matches')).toHaveLength(1)
  expect(likes.liked_by[0]?.match).toBe(true)
  expect(likes.counts).toMatchObject({ sent: 1, matches: 1 })
  const undone = withoutLike(likes, 'anna')
  expect(undone.counts).toMatchObject({ sent: 0, matches: 0 })
  expect(isLiked(undone, 'anna')).toBe(false)
  expect(undone.liked_by[0]?.match).toBe(false)
})

test('a like that became a match is no new like any more', () => {
  const likes = someLikes({
    liked_by: [
      { id: 'anna', like_new: true },
      { id: 'bea', like_new: true },
    ],
    total_new_likes: 2,
  })
  const matched = withLike(likes, aCard({ id: 'anna' }), now)
  expect(matched.total_new_likes).toBe(1)
  expect(ids(listOf(matched, 'received'))).toEqual(['bea', 'anna'])
})

test('a like is seen once', () => {
  const likes = someLikes({
    liked_by: [
      { id: 'anna', like_new: true },
      { id: 'bea', like_new: true },
    ],
    total_new_likes: 2,
  })
  const seen = withSeen(withSeen(likes, 'anna'), 'anna')
  expect(seen.total_new_likes).toBe(1)
  expect(listOf(seen, 'received')[0]?.id).toBe('bea')
})

test('a member who moved between pages is listed once, at the first position', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ ...aCard({ id }), match: false, part: null }))
  expect(ids(joined('sent', [a!, b!], [b!, c!]))).toEqual(['a', 'b', 'c'])
})

test('only an incomplete list leaves likes unknown', () => {
  const few = someLikes({ profiles: [{ id: 'a' }] })
  expect(mayBeLiked(few, 'b')).toBe(false)
  const many = { ...few, cursors: { ...few.cursors, sent: 'more' } }
  expect(mayBeLiked(many, 'b')).toBe(true)
  expect(mayBeLiked(many, 'a')).toBe(false)
})

test('blurred likes are seen together', () => {
  const likes = { ...someLikes({ total_new_likes: 5 }), veiled: { count: 9, new: 4, pictures: [] } }
  expect(withBlurredSeen(likes)).toMatchObject({ total_new_likes: 1, veiled: { count: 9, new: 0 } })
  expect(withBlurredSeen(withBlurredSeen(likes)).total_new_likes).toBe(1)
})
