import { expect, test } from 'vitest'
import { countdownOf, spokenAt } from './countdown'

test.each([
  [14_400, '04:00:00', true],
  [3_661, '01:01:01', true],
  [59.2, '00:01:00', true],
  [0.4, '00:00:01', true],
  [0, '00:00:00', false],
  [-5, '00:00:00', false],
])('%d seconds are %s', (left, shown, isVisible) => {
  const { hours, minutes, seconds, isVisible: visible } = countdownOf(left)
  expect([`${hours}:${minutes}:${seconds}`, visible]).toEqual([shown, isVisible])
})

test('it speaks at one hour, fifteen minutes and one minute, and at no other second of four hours', () => {
  const said: [number, string][] = []
  for (let left = 14_400; left > 0; left -= 1) {
    const words = spokenAt(left, left - 1)
    if (words) said.push([left - 1, words])
  }
  expect(said).toEqual([
    [3600, 'left_hour'],
    [900, 'left_quarter'],
    [60, 'left_minute'],
  ])
})

test('a page that slept announces the current time only', () => {
  expect(spokenAt(4000, 30)).toBe('left_minute')
  expect(spokenAt(Number.POSITIVE_INFINITY, 500)).toBe('left_quarter')
})
