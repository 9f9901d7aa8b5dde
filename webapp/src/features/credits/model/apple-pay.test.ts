import { expect, test } from 'vitest'
import { canPayWithApple, usableHere } from './apple-pay'

test('Apple Pay is offered only where it can pay', () => {
  expect(canPayWithApple({})).toBe(false)
  expect(canPayWithApple({ ApplePaySession: { canMakePayments: () => false } })).toBe(false)
  expect(canPayWithApple({ ApplePaySession: { canMakePayments: () => true } })).toBe(true)
  expect(
    canPayWithApple({
      ApplePaySession: {
        canMakePayments: () => {
          throw new Error('insecure')
        },
      },
    }),
  ).toBe(false)
  expect(usableHere(['ideal', 'applepay', 'paypal'], false)).toEqual(['ideal', 'paypal'])
  expect(usableHere(['ideal', 'applepay'], true)).toEqual(['ideal', 'applepay'])
})
