import { expect, test } from 'vitest'
import { lengthOf, showsCount } from './length'

test('an emoji is one character', () => {
  expect(lengthOf('hi 🙂')).toBe(4)
})

// The same are counted in services/chat/tests/unit/test_rules.py.
test.each([
  ['👨‍👩‍👧‍👦', 7],
  ['🇩🇰', 2],
  ['👍🏽', 2],
  ['❤️', 2],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 7],
])('%s counts what it is made of', (emoji, length) => {
  expect(lengthOf(emoji)).toBe(length)
})

test('the counter comes at four fifths', () => {
  expect(showsCount(799, 1000)).toBe(false)
  expect(showsCount(800, 1000)).toBe(true)
})
