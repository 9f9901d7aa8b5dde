import { expect, test } from 'vitest'
import { hundredthsOf } from './model'

test.each([
  ['12', 1200],
  ['2.5', 250],
  ['2,50', 250],
  ['0.07', 7],
  [' 19.99 ', 1999],
  ['1.005', null],
  ['-1', null],
  ['', null],
  ['1e3', null],
  ['1.000,00', null],
])('"%s" is %s hundredths', (text, hundredths) => {
  expect(hundredthsOf(text)).toBe(hundredths)
})
