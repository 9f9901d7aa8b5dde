import { expect, test } from 'vitest'
import { quoteOf } from './quote'

const price = { credits: 2, free_messages_left: 0, balance: 5 }
const free = { credits: 0, free_messages_left: 2, balance: 0 }

test('a free message costs nothing, whatever the balance', () => {
  expect(quoteOf(free, 0, 2)).toEqual({ credits: 0, freeLeft: 2, balance: 0, isAffordable: true })
})

test('free messages on their way are no longer left', () => {
  expect(quoteOf(free, 1, 2)).toMatchObject({ credits: 0, freeLeft: 1 })
  expect(quoteOf(free, 2, 2)).toMatchObject({ credits: 2, freeLeft: 0, isAffordable: false })
})

test('paid messages on their way are taken off the balance', () => {
  expect(quoteOf(price, 1, 2)).toMatchObject({ credits: 2, balance: 3, isAffordable: true })
  expect(quoteOf(price, 2, 2)).toMatchObject({ balance: 1, isAffordable: false })
})

test('free ones are used up before any is charged', () => {
  expect(quoteOf({ ...free, balance: 6 }, 3, 2)).toMatchObject({ credits: 2, balance: 4 })
})
