import { expect, test } from 'vitest'
import { pass, stopClock } from '@tests/clock'
import { fakeApi } from '@tests/fake-api'
import { show } from '@tests/render'
import { createPushState } from './push-state'
import { Singletons } from '@/singletons'
import { useChats } from './use-chats'
import { useUser } from './use-user'

const answers = {
  'GET user.php': () => ({ user: { id: 'ann', name: 'Ann' } }),
  'GET chats.php': () => ({ chats: [], total_unread_messages: 0 }),
}

function Lists() {
  useUser()
  return <output>{useChats().data ? 'here' : 'loading'}</output>
}

test.each([
  { pushes: false, seconds: 60 },
  { pushes: true, seconds: 300 },
])('lists are read again after 5 s, then every $seconds s', async ({ pushes, seconds }) => {
  stopClock()
  const asked = fakeApi(answers)
  const singletons = new Singletons()
  if (pushes) {
    singletons.get(createPushState).change({ status: 'subscribed' })
  }
  await show(<Lists />, { singletons })
  const times = (path: string) => asked.filter((each) => each.path === path).length
  await pass(4_900)
  expect([times('user.php'), times('chats.php')]).toEqual([1, 1])
  await pass(200)
  expect([times('user.php'), times('chats.php')]).toEqual([2, 2])
  await pass(seconds * 1_000 - 500)
  expect(times('chats.php')).toBe(2)
  await pass(1_000)
  expect([times('user.php'), times('chats.php')]).toEqual([3, 3])
})
