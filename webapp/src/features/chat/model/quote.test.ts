import { expect, test } from 'vitest'
import type { QueuedMessage } from '@/outbox/message'
import { quoteOf } from './quote'

const price = { credits: 2, free_messages_left: 0, balance: 5, wallet_version: 1 }
const free = { credits: 0, free_messages_left: 2, balance: 0, wallet_version: 1 }

const going = (...prices: number[]) =>
  prices.map((credits, position): QueuedMessage => ({
    id: `o${position}`,
    profileId: 'freja',
    kind: 'text',
    text: '',
    at: '',
    position,
    credits,
    state: 'waiting',
  }))

test('a free message costs nothing, whatever the balance', () => {
  expect(quoteOf(free, [], 2)).toEqual({ credits: 0, freeLeft: 2, balance: 0, isAffordable: true })
})

test('free messages being sent are deducted', () => {
  expect(quoteOf(free, going(0), 2)).toMatchObject({ credits: 0, freeLeft: 1 })
  expect(quoteOf(free, going(0, 0), 2)).toMatchObject({ credits: 2, freeLeft: 0, isAffordable: false })
})

test('paid messages being sent are deducted from the balance', () => {
  expect(quoteOf(price, going(2), 2)).toMatchObject({ credits: 2, balance: 3, isAffordable: true })
  expect(quoteOf(price, going(2, 2), 2)).toMatchObject({ balance: 1, isAffordable: false })
})

test('free ones are used up before any is charged', () => {
  expect(quoteOf({ ...free, balance: 6 }, going(0, 0, 2), 2)).toMatchObject({ credits: 2, balance: 4 })
})

test('a gift being sent deducts its own price, and no free message', () => {
  expect(quoteOf({ ...free, balance: 6 }, going(5), 2)).toEqual({
    credits: 0,
    freeLeft: 2,
    balance: 1,
    isAffordable: true,
  })
})
