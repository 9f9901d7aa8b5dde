import { expect, test } from 'vitest'
import { pollDelay } from './poll'

test('polls every two seconds at first, then slower, up to half a minute', () => {
  const delays = Array.from({ length: 30 }, (_, asked) => pollDelay(asked))
  expect(delays.slice(0, 10)).toEqual(Array(10).fill(2_000))
  expect(delays[10]).toBe(3_000)
  expect(delays.at(-1)).toBe(30_000)
})
