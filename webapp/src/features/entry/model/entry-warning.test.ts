import { expect, test } from 'vitest'
import { warnsAtEntry, type Entry } from './entry-warning'

const visitor: Entry = {
  enabled: true,
  loggedIn: false,
  installed: false,
  dismissed: false,
  country: 'NL',
  allowed: ['NL', 'DE'],
}

test('a new visitor is warned', () => {
  expect(warnsAtEntry(visitor)).toBe(true)
  expect(warnsAtEntry({ ...visitor, country: null })).toBe(true)
})

test.each([
  [{ enabled: false }],
  [{ loggedIn: true }],
  [{ installed: true }],
  [{ dismissed: true }],
  [{ country: 'US' }],
])('nobody is warned when %o', (change) => {
  expect(warnsAtEntry({ ...visitor, ...change })).toBe(false)
})
