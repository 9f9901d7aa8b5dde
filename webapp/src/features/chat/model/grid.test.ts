import { expect, test } from 'vitest'
import { spotAfter } from './grid'

/** Rows of three, and after a heading a group that ends with one. */
const spots = [0, 1, 2, 3, 4, 5, 6].map((index) => ({
  x: (index % 3) * 44,
  y: Math.floor(index / 3) * 44 + (index > 2 ? 30 : 0),
}))

test.each([
  ['ArrowRight', 2, 3],
  ['ArrowLeft', 3, 2],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 5, 6],
  ['ArrowUp', 6, 3],
  ['ArrowUp', 5, 2],
  ['Home', 5, 0],
  ['End', 0, 6],
])('%s leads from %i to %i', (key, from, to) => {
  expect(spotAfter(spots, from, key)).toBe(to)
})

test.each([
  ['ArrowLeft', 0],
  ['ArrowRight', 6],
  ['ArrowUp', 1],
  ['ArrowDown', 6],
  ['Tab', 3],
])('%s leads nowhere from %i', (key, from) => {
  expect(spotAfter(spots, from, key)).toBeUndefined()
})
