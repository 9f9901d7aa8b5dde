import { afterEach, expect, test } from 'vitest'
import { announceMatch, closeMatch, currentMatch } from './announcements'

afterEach(() => {
  while (currentMatch()) closeMatch()
})

test('the answer and the live event tell of one match', () => {
  announceMatch('anna', 1_000)
  closeMatch()
  announceMatch('anna', 3_000)
  expect(currentMatch()).toBeNull()
})

test('a later match with the same member is another one', () => {
  announceMatch('bea', 1_000)
  closeMatch()
  announceMatch('bea', 60_000)
  expect(currentMatch()).toBe('bea')
})

test('two matches are told one after the other', () => {
  announceMatch('cleo', 1_000)
  announceMatch('dora', 1_000)
  expect(currentMatch()).toBe('cleo')
  closeMatch()
  expect(currentMatch()).toBe('dora')
})
