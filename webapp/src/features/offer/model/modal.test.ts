import { expect, test } from 'vitest'
import type { User } from '@/api/types'
import { isMembersArea, mayOpen } from './modal'

const ann = { credits: 0, paid_user: false } as User

test('shown only to members without credits and payments who did not close it', () => {
  expect(mayOpen(ann, null)).toBe(true)
  expect(mayOpen({ ...ann, credits: 1 }, null)).toBe(false)
  expect(mayOpen({ ...ann, paid_user: true }, null)).toBe(false)
  expect(mayOpen(ann, 1_700_000_000_000)).toBe(false)
})

test.each(['/members', '/members/1', '/chats', '/likes/sent', '/premium'])('%s is of the members area', (path) => {
  expect(isMembersArea(path)).toBe(true)
})

test.each(['/', '/settings', '/credits', '/membership'])('%s is not', (path) => {
  expect(isMembersArea(path)).toBe(false)
})
