import { expect, test } from 'vitest'
import { waitingAt } from './waiting'

test.each([
  ['/chats/7b024268?at=3', 'messages'],
  ['/members/7b024268/chat', 'messages'],
  ['/members/7b024268', 'profile'],
  ['/likes/m/7b024268', 'likes'],
  ['/credits?next=/chats', 'credits'],
  ['/settings/privacy', 'settings'],
  ['/members', null],
  ['/somewhere/else', null],
  [null, null],
])('%s leads to %s', (next, kind) => {
  expect(waitingAt(next)).toBe(kind)
})
