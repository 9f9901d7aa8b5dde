import { expect, test } from 'vitest'
import { askForModal, isModalAsked, isQuiet, modalWasSeen } from './reminder'

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

test('the modal comes once', () => {
  expect(isModalAsked()).toBe(false)
  askForModal()
  expect(isModalAsked()).toBe(true)
  modalWasSeen()
  expect(isModalAsked()).toBe(false)
})
