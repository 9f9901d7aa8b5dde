import { expect, test } from 'vitest'
import { createInTurn } from './in-turn'

test('the second waits for the first, even when that fails', async () => {
  const inTurn = createInTurn()
  const order: string[] = []
  let fail: () => void = () => {}
  const first = inTurn(
    'anna',
    () => new Promise((_, reject) => (fail = () => (order.push('first'), reject(new Error('no'))))),
  )
  const second = inTurn('anna', async () => order.push('second'))
  await inTurn('bea', async () => order.push('other'))
  fail()
  await expect(first).rejects.toThrow('no')
  await second
  expect(order).toEqual(['other', 'first', 'second'])
})
