import { expect, test } from 'vitest'
import { isCurrent } from './is-current'

test.each([
  ['/members', '/members', true],
  ['/members', '/members/1', true],
  ['/members', '/members/1/chat', false],
  ['/chats', '/members/1/chat', true],
  ['/chats', '/chats/1', true],
  ['/likes', '/like', false],
])('%s for %s: %s', (destination, pathname, current) => {
  expect(isCurrent(destination, pathname)).toBe(current)
})
