import { expect, test } from 'vitest'
import { lengthOf, showsCount } from './length'

test('an emoji is one character', () => {
  expect(lengthOf('hi 🙂')).toBe(4)
})

test('the counter comes at four fifths', () => {
  expect(showsCount(799, 1000)).toBe(false)
  expect(showsCount(800, 1000)).toBe(true)
})
