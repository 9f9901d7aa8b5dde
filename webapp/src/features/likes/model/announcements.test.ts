import { afterEach, expect, test } from 'vitest'
import { announceMatch, announceTo, closeMatch, currentMatch } from './announcements'

afterEach(() => {
  for (let id = currentMatch(); id; id = currentMatch()) closeMatch(id)
})

test('the answer and the live event tell of one match', () => {
  announceMatch('anna', 1_000)
  closeMatch('anna')
  announceMatch('anna', 3_000)
  expect(currentMatch()).toBeNull()
})

test('a later match with the same member is another one', () => {
  announceMatch('bea', 1_000)
  closeMatch('bea')
  announceMatch('bea', 60_000)
  expect(currentMatch()).toBe('bea')
})

test('two matches are told one after the other', () => {
  announceMatch('cleo', 1_000)
  announceMatch('dora', 1_000)
  expect(currentMatch()).toBe('cleo')
  closeMatch('cleo')
  closeMatch('cleo')
  expect(currentMatch()).toBe('dora')
})

test('nobody is told of the matches of whoever was logged in before', () => {
  announceTo('jonas')
  announceMatch('elsa', 1_000)
  announceTo('jonas')
  expect(currentMatch()).toBe('elsa')
  announceTo('bo')
  expect(currentMatch()).toBeNull()
  announceMatch('elsa', 2_000)
  expect(currentMatch()).toBe('elsa')
})
