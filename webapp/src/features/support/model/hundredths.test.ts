import { expect, test } from 'vitest'
import { hundredths } from './hundredths'

test.each([
  ['12', 1200],
  ['12.3', 1230],
  ['12,34', 1234],
  ['0.01', 1],
  ['12.345', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
])('%j is %j hundredths', (text, minor) => {
  expect(hundredths(text)).toBe(minor)
})
