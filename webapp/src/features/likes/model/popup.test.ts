import { expect, test } from 'vitest'
import { delayOf } from './popup'

test.each([
  ['0', 0],
  ['5', 5_000],
  ['2.5', 2_500],
  ['9999', 3_600_000],
  ['', null],
  ['-1', null],
  ['soon', null],
  ['1e9', null],
  [null, null],
])('an address with t=%s opens after %s', (seconds, delay) => {
  expect(delayOf(seconds)).toBe(delay)
})
