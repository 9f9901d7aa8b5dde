import { expect, test } from 'vitest'
import { anOwnProfile } from '@tests/people'
import { missingParts } from './completeness'

test('a bare profile misses everything, the photo first', () => {
  expect(missingParts(anOwnProfile({ photo_count: 0, town_id: null }))).toEqual([
    'photos',
    'about',
    'interests',
    'facts',
    'town',
  ])
})

test('a full profile misses nothing', () => {
  const full = anOwnProfile({
    about: 'I sail.',
    interests: ['cats', 'wine', 'yoga'],
    eye_colour: 'blue',
    hair_colour: 'red',
    tattoos: 'none',
  })
  expect(missingParts(full)).toEqual([])
})

test('orientation is derived from the sought genders and not counted as filled in', () => {
  expect(missingParts(anOwnProfile({ eye_colour: 'blue', hair_colour: 'red' }))).toContain('facts')
})

test('fields that the site does not ask for are not missing', () => {
  const asks = (field: string) => field === 'tattoos'
  expect(missingParts(anOwnProfile({ photo_count: 1, town_id: 1, tattoos: 'none' }), asks)).toEqual([])
  expect(missingParts(anOwnProfile({ photo_count: 1, town_id: 1 }), asks)).toEqual(['facts'])
})
