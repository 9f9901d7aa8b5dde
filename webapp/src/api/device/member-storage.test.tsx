import { expect, test } from 'vitest'
import { forgetKept, keep, keepByDevice, kept, keptByDevice } from './member-storage'

test('members do not see the stored settings of others', () => {
  keep('ann', 'draft:bo', 'Hello')
  expect(kept('ann', 'draft:bo')).toBe('Hello')
  expect(kept('cas', 'draft:bo')).toBeNull()
})

test('logging out deletes the settings of members and nothing else', async () => {
  keep('ann', 'draft:bo', 'Hello')
  localStorage.setItem('push-subscribed', 'yes')
  await forgetKept()
  expect(kept('ann', 'draft:bo')).toBeNull()
  expect(localStorage.getItem('push-subscribed')).toBe('yes')
})

test('the device has its own again after the browser cleared everything, and its member has nothing', () => {
  keep('ann', 'draft:bo', 'Hello')
  localStorage.setItem('consent', 'no')
  const device = keptByDevice()
  localStorage.clear()

  keepByDevice(device)

  expect(localStorage.getItem('consent')).toBe('no')
  expect(kept('ann', 'draft:bo')).toBeNull()
})

test('unreadable storage counts as empty', () => {
  localStorage.setItem('member:ann:draft:bo', '{')
  expect(kept('ann', 'draft:bo')).toBeNull()
})
