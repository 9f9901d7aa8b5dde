import { expect, test } from 'vitest'
import { readAmount } from './amount'

test.each([
  ['25', '25'],
  [' 25,50 ', '25.50'],
  ['0', '0'],
  ['', null],
  ['abc', undefined],
  ['-5', undefined],
  ['1.234', undefined],
])('%j is read as %j', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount)
})
