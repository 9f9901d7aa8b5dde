import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aChat, aSummary, freja } from '@tests/chat-makers'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { memoryStore } from '@/outbox/store'
import { ChatsScreen } from './chats-screen'

const item = (id: string, profileId: string, state: 'waiting' | 'failed', position: number) => ({
  id,
  profileId,
  state,
  position,
  kind: 'text' as const,
  text: `Text ${id}`,
  credits: 2,
  at: new Date().toISOString(),
})

test('the list marks queued and failed messages, also in chats that have not begun', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const mia = { ...freja, id: 'mia', name: 'Mia' }
  const noa = { ...freja, id: 'noa', name: 'Noa' }
  fakeApi({
    'GET user.php': () => ({ user: { id: 'ann-list', name: 'Ann', credits: 18, paid_user: false } }),
    'GET settings.php': () => ({ settings: { message_credits: 2 } }),
    'GET chats.php': () => ({
      chats: [aSummary('c1', { profile: freja }), aSummary('c2', { profile: mia })],
      total_unread_messages: 0,
      has_older: false,
      cursor: 0,
    }),
    'GET chat.php': () => aChat({ conversation: null, messages: [], profile: noa }),
  })
  const store = memoryStore()
  await store.put('ann-list', item('one', 'freja', 'waiting', 1))
  await store.put('ann-list', item('two', 'mia', 'failed', 2))
  await store.put('ann-list', item('three', 'noa', 'waiting', 3))

  const { container } = await show(<ChatsScreen of={null} memberId="ann-list" />, { at: '/chats', store })

  const list = await screen.findByRole('list', { name: 'Conversations' })
  expect(await within(list).findByRole('link', { name: /Freja.*Not sent yet.*You: Text one/ })).toHaveAttribute(
    'href',
    '/chats/c1',
  )
  expect(within(list).getByRole('link', { name: /Mia.*Couldn’t be sent.*You: Text two/ })).toHaveAttribute(
    'href',
    '/chats/c2',
  )
  expect(await within(list).findByRole('link', { name: /Noa.*Not sent yet.*You: Text three/ })).toHaveAttribute(
    'href',
    '/members/noa/chat',
  )
  await expectAccessible(container)
  vi.restoreAllMocks()
})
