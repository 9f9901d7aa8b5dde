import { expect, test } from 'vitest'
import { aCard } from '../../../../tests/people'
import type { Hand } from '../../../api/types'
import { dealt, decided, needsCards, newGame, putBack } from './game'

const cards = (...ids: string[]) => ids.map((id) => aCard({ id }))
const aHand = (...ids: string[]): Hand => ({ profiles: cards(...ids), likes_left: 4, likes_a_day: 4, resets_at: '2026-05-02T00:00:00Z', last_pass: null })
const ids = (game: typeof newGame) => game.cards.map(({ id }) => id)

test('nobody is dealt twice, whether held or decided on', () => {
  const first = dealt(newGame, aHand('a', 'b', 'c'), true)
  const then = dealt(decided(first, first.cards[0]!, false), aHand('a', 'b', 'c', 'd'), false)
  expect(ids(then)).toEqual(['b', 'c', 'd'])
})

test('more are asked for before the last is reached, and not when there are no more', () => {
  const few = dealt(newGame, aHand('a', 'b'), true)
  expect(needsCards(few)).toBe(true)
  expect(needsCards(dealt(few, aHand('a', 'b'), false))).toBe(false)
})

test('only likes cost one', () => {
  const game = dealt(newGame, aHand('a', 'b', 'c'), true)
  const [a, b] = game.cards
  expect(decided(game, a!, false).likesLeft).toBe(4)
  expect(decided(decided(game, a!, false), b!, true).likesLeft).toBe(3)
})

test('the last pass can be taken back, also after a like', () => {
  const game = dealt(newGame, aHand('a', 'b', 'c'), true)
  const [a, b] = game.cards
  const played = decided(decided(game, a!, false), b!, true)
  expect(played.lastPass?.id).toBe('a')
  const back = putBack(played, played.lastPass!)
  expect(ids(back)).toEqual(['a', 'c'])
  expect(back.lastPass).toBeNull()
})

test('what was dealt later does not give likes back', () => {
  const game = dealt(newGame, aHand('a', 'b'), true)
  expect(dealt(decided(game, game.cards[0]!, true), aHand('b', 'c'), false).likesLeft).toBe(3)
})
