import { expect, test } from 'vitest'
import type { User } from '@/api/types'
import { chooseNotice, type NoticeFacts } from './choose-notice'

const ann = {
  status: 'active',
  paid_user: true,
  signup_seconds_ago: 90_000,
  notifications_disabled: [] as string[],
  matching_due: false,
  terms_due: false,
} as User
const facts: NoticeFacts = {
  user: ann,
  pathname: '/members',
  isWithheld: false,
  mayHaveOffer: false,
  isAway: () => false,
  canPush: false,
  hasInbox: true,
}
const waiting = { ...ann, status: 'not_confirmed' } as User
const fresh = { ...ann, paid_user: false, signup_seconds_ago: 60 }
const bounced = { ...ann, notifications_disabled: ['bounced'] } as User

test('a member without matters has no notice', () => {
  expect(chooseNotice(facts)).toBeNull()
})

test('of several notices the most important is shown, and no other', () => {
  const all = {
    ...waiting,
    paid_user: false,
    signup_seconds_ago: 60,
    matching_due: true,
    notifications_disabled: ['bounced'],
  }
  expect(chooseNotice({ ...facts, user: all as User, canPush: true, pathname: '/likes' })).toBe('confirm')
  const confirmed = { ...all, status: 'active' } as User
  expect(chooseNotice({ ...facts, user: confirmed })).toBe('matching')
  expect(chooseNotice({ ...facts, user: { ...confirmed, matching_due: false } })).toBe('mail')
  expect(chooseNotice({ ...facts, user: fresh, mayHaveOffer: true })).toBe('offer')
})

test.each(['/credits', '/credits/p1', '/premium'])('beside the prices of %s their discount comes first', (pathname) => {
  const user = { ...fresh, status: 'not_confirmed' } as User
  expect(chooseNotice({ ...facts, user, pathname, mayHaveOffer: true })).toBe('offer')
  // Without one they can use, as in a break from buying, the other matters have the place.
  expect(chooseNotice({ ...facts, user, pathname })).toBe('confirm')
})

test.each(['/settings/email', '/notifications', '/complete-signup'])('nobody is reminded on %s', (pathname) => {
  expect(chooseNotice({ ...facts, user: waiting, pathname })).toBeNull()
  expect(chooseNotice({ ...facts, user: bounced, pathname })).toBeNull()
})

test('pushes are offered beside likes and messages, where there are any', () => {
  const offered = { ...facts, canPush: true, pathname: '/chats' }
  expect(chooseNotice(offered)).toBe('push')
  expect(chooseNotice({ ...offered, hasInbox: false })).toBeNull()
  expect(chooseNotice({ ...offered, pathname: '/members' })).toBeNull()
  expect(chooseNotice({ ...offered, user: waiting })).toBe('confirm')
  expect(chooseNotice({ ...offered, isAway: (notice) => notice === 'push' })).toBeNull()
})

test('an offer that a new member cannot use leaves no empty place', () => {
  expect(chooseNotice({ ...facts, user: fresh })).toBeNull()
  expect(chooseNotice({ ...facts, user: fresh, pathname: '/premium' })).toBeNull()
})

test('a dismissed notice stays dismissed', () => {
  expect(chooseNotice({ ...facts, user: bounced, isAway: (notice) => notice === 'mail' })).toBeNull()
})

test('whom nobody sees is told so everywhere but where they confirm their age', () => {
  const withheld = { ...facts, user: waiting, isWithheld: true }
  expect(chooseNotice({ ...withheld, pathname: '/settings/email' })).toBe('age')
  expect(chooseNotice({ ...withheld, pathname: '/age-check' })).toBe('confirm')
})
