import { expect, test } from 'vitest'
import { isQuiet } from './reminder'

test.each([
  '/signup',
  '/members/1/signup',
  '/complete-signup',
  '/activate/done',
  '/settings',
  '/settings/email',
  '/notifications',
])('nobody is reminded on %s', (pathname) => expect(isQuiet(pathname)).toBe(true))

test.each(['/', '/members', '/members/1', '/chats', '/signup-matches', '/profile'])(
  'members are reminded on %s',
  (pathname) => expect(isQuiet(pathname)).toBe(false),
)
