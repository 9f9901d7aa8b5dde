import { expect, test } from 'vitest'
import type { User } from './types'
import { withBalance, withKnownBalance } from './wallet'

const ann = { id: 'ann', name: 'Ann', credits: 6, wallet_version: 3 } as User

test('the balance of the later change stays, in whatever order the answers come', () => {
  const later = withBalance(ann, { credits: 0, wallet_version: 7 })
  expect(later).toMatchObject({ credits: 0, wallet_version: 7 })
  expect(withBalance(later, { credits: 4, wallet_version: 5 })).toBe(later)
  expect(withKnownBalance({ ...ann, name: 'Anna' }, later)).toMatchObject({ name: 'Anna', credits: 0 })
})

test('an answer of the same change or a later one is taken', () => {
  expect(withKnownBalance({ ...ann, credits: 9, wallet_version: 4 }, ann)).toMatchObject({ credits: 9 })
  expect(withBalance(ann, { credits: 5, wallet_version: 3 }).credits).toBe(5)
})

test('an answer without a number is taken, and the known number stays', () => {
  expect(withBalance(ann, { credits: 5, wallet_version: 0 })).toMatchObject({ credits: 5, wallet_version: 3 })
  const { wallet_version: _, ...before } = { ...ann, credits: 2 }
  expect(withKnownBalance(before as User, ann)?.credits).toBe(2)
})

test('a balance is of one member alone', () => {
  const bo = { ...ann, id: 'bo', credits: 1, wallet_version: 1 }
  expect(withKnownBalance(bo, ann)).toBe(bo)
  expect(withKnownBalance(null, ann)).toBeNull()
  expect(withKnownBalance(ann, undefined)).toBe(ann)
})
