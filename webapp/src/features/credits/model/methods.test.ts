import { expect, test } from 'vitest'
import { brandOf, kindOf, otherMethods } from './methods'

test('a failed method is not offered as its own alternative', () => {
  expect(otherMethods(['ideal', 'creditcard', 'paypal', 'bancontact'], 'creditcard')).toEqual(['ideal', 'paypal'])
})

test('an unknown method has a name and a picture', () => {
  expect(brandOf('satispay')).toBe('Satispay')
  expect(kindOf('satispay')).toBe('bank')
})
