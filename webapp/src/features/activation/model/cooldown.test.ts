import { expect, test } from 'vitest'
import { clock, secondsLeft } from './cooldown'

test('a minute has to pass between two mails', () => {
  expect(secondsLeft(1_000, 1_000)).toBe(60)
  expect(secondsLeft(19_000, 1_000)).toBe(42)
  expect(secondsLeft(90_000, 1_000)).toBe(0)
})

test('a clock shows minutes and seconds', () => {
  expect(clock(42)).toBe('0:42')
  expect(clock(60)).toBe('1:00')
})
