import { expect, test } from 'vitest'
import { noFilters } from './filters'
import { loosenings } from './loosen'

test('only what was asked for can be loosened, one thing at a time', () => {
  const ways = loosenings({ ...noFilters, region: 'nl-utrecht', minAge: 30 })
  expect(ways.map(({ what }) => what)).toEqual(['region', 'age', 'country'])
  expect(ways[0]?.filters).toEqual({ ...noFilters, minAge: 30 })
  expect(ways[1]?.filters).toEqual({ ...noFilters, region: 'nl-utrecht' })
})

test('everywhere cannot be widened', () => {
  expect(loosenings({ ...noFilters, country: 'all' })).toEqual([])
})
