import { expect, test } from 'vitest'
import { sharedFirst } from './shared-interests'

test('shared interests come first', () => {
  expect(sharedFirst({ interests: ['cats', 'wine', 'yoga'] }, { interests: ['yoga', 'wine'] })).toEqual([
    { interest: 'wine', shared: true },
    { interest: 'yoga', shared: true },
    { interest: 'cats', shared: false },
  ])
})

test('nothing is shared before the own profile is known', () => {
  expect(sharedFirst({ interests: ['cats'] }, undefined)).toEqual([{ interest: 'cats', shared: false }])
})
