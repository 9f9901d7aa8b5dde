import { expect, test } from 'vitest'
import { bytesOf, textOf } from './credentials'

test.each(['', 'AA', '-_8', 'aGVsbG8'])('%j survives the way there and back', (text) => {
  expect(textOf(bytesOf(text).buffer)).toBe(text)
})
