import { expect, test } from 'vitest'
import { aCard } from '@tests/people'
import type { CandidateDeck } from '@/api/types'
import { withCandidates, decided, needsCards, newGame, putBack } from './game'

const cards = (...ids: string[]) => ids.map((id) => ({ ...aCard({ id }), answer: null }))
const aDeck = (...ids: string[]): CandidateDeck => ({
  profiles: cards(...ids),
  likes_left: 4,
  likes_a_day: 4,
  resets_at: '2026-05-02T00:00:00Z',
  last_pass: null,
  last_like: null,
})
const ids = (game: typeof newGame) => game.cards.map(({ id }) => id)

test('no candidate is in the deck twice, whether shown or decided', () => {
  const first = withCandidates(newGame, aDeck('a', 'b', 'c'), true)
  const then = withCandidates(decided(first, first.cards[0]!, false), aDeck('a', 'b', 'c', 'd'), false)
  expect(ids(then)).toEqual(['b', 'c', 'd'])
})

test('the next candidates are requested before the last is reached, unless there are none', () => {
  const few = withCandidates(newGame, aDeck('a', 'b'), true)
  expect(needsCards(few)).toBe(true)
  expect(needsCards(withCandidates(few, aDeck('a', 'b'), false))).toBe(false)
})

test('only likes cost one', () => {
  const game = withCandidates(newGame, aDeck('a', 'b', 'c'), true)
  const [a, b] = game.cards
  expect(decided(game, a!, false).likesLeft).toBe(4)
  expect(decided(decided(game, a!, false), b!, true).likesLeft).toBe(3)
})

test('the last decision can be taken back, whichever it was', () => {
  const game = withCandidates(newGame, aDeck('a', 'b', 'c'), true)
  const [a, b] = game.cards
  const played = decided(decided(game, a!, false), b!, true)
  expect(played.last).toEqual({ card: b, like: true })
  const back = putBack(played, played.last!.card)
  expect(ids(back)).toEqual(['b', 'c'])
  expect(back.last).toBeNull()
})

test('a later deck does not give likes back', () => {
  const game = withCandidates(newGame, aDeck('a', 'b'), true)
  expect(withCandidates(decided(game, game.cards[0]!, true), aDeck('b', 'c'), false).likesLeft).toBe(3)
})
