import { expect, test } from 'vitest'
import { forgetKept, keep, keepByDevice, kept, keptByDevice } from './member-storage'

test('one member does not see what another keeps here', () => {
  keep('ann', 'draft:bo', 'Hello')
  expect(kept('ann', 'draft:bo')).toBe('Hello')
  expect(kept('cas', 'draft:bo')).toBeNull()
})

test('logging out forgets what members keep, and only that', async () => {
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

test('what cannot be read is as if it were not there', () => {
  localStorage.setItem('member:ann:draft:bo', '{')
  expect(kept('ann', 'draft:bo')).toBeNull()
})
