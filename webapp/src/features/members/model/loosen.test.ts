import { expect, test } from 'vitest'
import { noFilters } from './filters'
import { without } from './loosen'

test('each filter can be left out by its name, and only that one', () => {
  const filters = {
    ...noFilters,
    region: 'nl-utrecht',
    photo: true,
    traits: { tattoos: ['one'], eye_colour: ['blue'] },
    interests: ['cats'],
  }
  expect(without(filters, 'region')).toEqual({ ...filters, region: null })
  expect(without(filters, 'tattoos')).toEqual({ ...filters, traits: { eye_colour: ['blue'] } })
  expect(without(filters, 'interests')).toEqual({ ...filters, interests: [] })
  expect(without(filters, 'country')).toEqual({ ...filters, country: 'all', region: null })
})

test('an unknown filter name loosens nothing', () => {
  expect(without(noFilters, 'shoe_size')).toBeNull()
})
