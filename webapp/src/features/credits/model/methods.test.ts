import { expect, test } from 'vitest'
import { brandOf, kindOf, otherMethods } from './methods'

test('a method that failed is not offered beside itself', () => {
  expect(otherMethods(['ideal', 'creditcard', 'paypal', 'bancontact'], 'creditcard')).toEqual(['ideal', 'paypal'])
})

test('a method nobody has told us about still has a name and a picture', () => {
  expect(brandOf('satispay')).toBe('Satispay')
  expect(kindOf('satispay')).toBe('bank')
})
