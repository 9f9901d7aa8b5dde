import { expect, test } from 'vitest'
import type { Receipt } from '@/api/types'
import { hashOf, isSame } from './receipt'

// Hashes of services/billing/domain/receipt.py, which its tests compare with those of the database.
const message: Receipt = {
  transaction: {
    id: '6f1c2b1e-1111-4222-8333-444455556666',
    kind: 'message',
    member_id: '0d3f4c1a-8f5e-4a55-9a64-2f1d0b7c9e11',
    credits: -2,
    free_messages: 0,
    debt: 0,
    balance_after: 18,
    version: 3,
    partner_id: '9b1c7f44-6f65-4f0b-a1de-3f3c5f6c8b21',
    payment_id: null,
    at_microseconds: 1795867200123456,
    purpose: null,
    item: null,
  },
  previous: 'ab'.repeat(32),
  hash: 'd1a3822abe294081a1d3f125a97ed9f5e3dc3ea06ca42271913a837caa59aafa',
}
const gift: Receipt = {
  transaction: { ...message.transaction, purpose: 'gift', item: 'rose' },
  previous: '',
  hash: 'fdf23097d13667dc36234b8001d92a90ff4f578f0a6232ac63ae58f3168156d4',
}

test.each([message, gift])('the browser makes the hash of the ledger', async (receipt) => {
  expect(await hashOf(receipt)).toBe(receipt.hash)
})

test('a saved receipt is the same until one of its values is changed', async () => {
  expect(await isSame(message, JSON.stringify({ receipt: message }))).toBe(true)
  expect(await isSame(gift, JSON.stringify({ receipt: message }))).toBe(false)
  for (const name of Object.keys(message.transaction)) {
    const changed = { ...message, transaction: { ...message.transaction, [name]: 7 } }
    expect(await isSame(message, JSON.stringify({ receipt: changed }))).toBe(false)
  }
  for (const text of ['', '[]', '{}', '{"receipt":{}}']) expect(await isSame(message, text)).toBe(false)
})
