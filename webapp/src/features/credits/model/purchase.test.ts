import { expect, test } from 'vitest'
import type { Package, Payment } from '@/api/types'
import { packageOf, withNext } from './purchase'

const money = (value: string) => ({ value, currency: 'EUR' })
const offer = (id: string, credits: number, value: string): Package => ({
  id,
  credits,
  amount: money(value),
  amount_per_message: money('1.00'),
  popular: false,
  discounted: null,
})
const offers = [offer('p0', 20, '9.99'), offer('p1', 50, '19.99')]
const payment = { payment_id: 'o1', credits: 50, amount: money('19.99') } as Payment

test('the remembered choice is kept', () => {
  expect(packageOf(payment, offers, { order: 'o1', packageId: 'p0', next: null })?.id).toBe('p0')
})

test('without stored data the payment names its package', () => {
  expect(packageOf(payment, offers, null)?.id).toBe('p1')
  expect(packageOf(payment, offers, { order: 'another', packageId: 'p0', next: null })?.id).toBe('p1')
})

test('the way back travels in the address', () => {
  expect(withNext('/credits', '/chats/1?a=b')).toBe('/credits?next=%2Fchats%2F1%3Fa%3Db')
  expect(withNext('/credits', null)).toBe('/credits')
})
