import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expectAccessible, show } from '@tests/render'
import { MethodChoice } from './method-choice'
import { hasMark } from './method-mark'

const source = readFileSync('../services/shared/sites/payment_methods.py', 'utf-8')
const methods = [...source.matchAll(/(?:PaymentMethod|_card)\("(\w+)"/g)].map(([, name]) => name!)
// No brand: these have the icon of their kind.
const generic = ['creditcard', 'banktransfer']

test('each of the eighteen payment methods has its mark, and the two without a brand an icon', () => {
  expect(methods).toHaveLength(18)
  expect(methods.filter((method) => !hasMark(method)).toSorted()).toEqual(generic.toSorted())
})

test('brands of saved cards have their mark, too', () => {
  expect(['visa', 'mastercard', 'maestro', 'cartebancaire', 'amex'].every(hasMark)).toBe(true)
})

test('a mark is for the eye alone: each method is named in words', async () => {
  const { container, getAllByRole } = await show(<MethodChoice methods={methods} value={null} onChange={() => {}} />)
  for (const choice of getAllByRole('radio')) expect(choice.closest('label')!.textContent).not.toBe('')
  expect(container.querySelectorAll('label > [aria-hidden="true"]:first-child')).toHaveLength(18)
  await expectAccessible(container)
})
