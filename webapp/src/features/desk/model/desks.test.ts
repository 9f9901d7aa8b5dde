import { expect, test } from 'vitest'
import { desksOf } from './desks'

const names = (...roles: Parameters<typeof desksOf>[0]) => desksOf(roles).map(({ name }) => name)

test('each role opens its own desk, read-only all but the people, and an owner the people alone', () => {
  expect(names('moderator', 'lead')).toEqual(['moderation'])
  expect(names('support', 'marketer', 'writer')).toEqual(['support', 'marketing', 'writing'])
  expect(names('read_only')).toEqual(['moderation', 'support', 'marketing', 'writing', 'finance'])
  expect(names('owner')).toEqual(['people'])
})
