import { act, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aChat, aSummary, freja } from '@tests/chat-makers'
import { fakeApi } from '@tests/fake-api'
import { show } from '@tests/render'
import { createDeviceMemory } from '@/api/device/device-memory'
import { keys } from '@/api/keys'
import { forgetRemembered } from '@/api/device/member-storage'
import type { User } from '@/api/types'
import { useRememberList } from '@/features/chat/api/remember-chats'
import { ChatLayout } from '@/app/shell/chat-layout'
import { MembersOnly } from './members-only'
import ChatsRoute from '@/app/routes/chats'
import { createDatabases } from '@tests/databases'

createDatabases()

const ann = {
  id: 'ann',
  name: 'Ann',
  email: 'ann@example.org',
  status: 'active',
  language: 'en',
  credits: 18,
  paid_user: false,
  signup_date: '2026-01-01',
  signup_seconds_ago: 9e6,
  notifications_disabled: [],
  terms_due: false,
} as unknown as User

let isThere = true
beforeEach(async () => {
  isThere = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isThere)
  await forgetRemembered()
})
afterEach(() => void vi.restoreAllMocks())

function network(there: boolean) {
  isThere = there
  act(() => void window.dispatchEvent(new Event(there ? 'online' : 'offline')))
}

function Remembering() {
  useRememberList(ann)
  return null
}

const app = (remembering: boolean) => (
  <>
    {remembering && <Remembering />}
    <Routes>
      <Route path="login" element={<h1>Log in</h1>} />
      <Route element={<ChatLayout />}>
        <Route element={<MembersOnly fromMemory />}>
          <Route path="chats/:id?" element={<ChatsRoute />} />
        </Route>
        <Route element={<MembersOnly />}>
          <Route path="likes" element={<h1>Likes</h1>} />
        </Route>
      </Route>
    </Routes>
  </>
)

/** Without a network nothing is answered, as in a browser. */
function aServer(member: () => User | null = () => ann) {
  const answer =
    <T,>(data: T) =>
    () => {
      if (!isThere) throw new TypeError('Failed to fetch')
      return data
    }
  return fakeApi({
    'GET user.php': () => answer({ user: member() })(),
    'GET settings.php': answer({
      settings: { message_credits: 2, photo_credits: 4, message_length: 1000, free_messages: 3 },
    }),
    'GET chats.php': answer({
      chats: [aSummary('c1', { profile: freja }), aSummary('c2')],
      total_unread_messages: 0,
      has_older: false,
      cursor: 0,
    }),
    'GET chat.php': answer(aChat()),
    'GET gifts.php': answer({ gifts: [{ id: 'rose', credits: 5 }], balance: 18 }),
  })
}

/** As it lies on the device after a visit. */
async function visited() {
  const { remember, rememberMember } = createDeviceMemory()
  await rememberMember(ann)
  await remember('ann', 'settings', [keys.settings], {
    message_credits: 2,
    photo_credits: 4,
    message_length: 1000,
    free_messages: 3,
  })
  await remember('ann', 'list', [keys.chats], {
    chats: [aSummary('c1', { profile: freja }), aSummary('c2')],
    total_unread_messages: 0,
    has_older: false,
  })
  await remember('ann', 'chat', ['/api/chat.php?conversation=c1'], aChat())
  isThere = false
}

test('an answer is stored when it is read', async () => {
  aServer()
  await show(app(true), { at: '/chats/c1' })
  const names = [
    '/api/chats.php',
    '/api/gifts.php',
    '/api/settings.php',
    'chat:/api/chat.php?conversation=c1',
    'member',
  ]
  await waitFor(async () => expect((await createDeviceMemory().recall()).map(({ id }) => id).toSorted()).toEqual(names))
})

test('opened without a network, a screen shows the stored answer and says so', async () => {
  aServer()
  await visited()
  await show(app(false), { at: '/chats/c1' })
  const chat = await screen.findByRole('region', { name: 'Chat with Freja' })
  expect(within(chat).getByText('Message 3')).toBeVisible()
  expect(screen.getByRole('list', { name: 'Conversations' })).toBeVisible()
  expect(screen.getByText(/Saved copy from/)).toBeVisible()
  expect(screen.getByText(/Prices and balance may be out of date/)).toBeVisible()
})

test('it goes on in the same place once the network is back', async () => {
  aServer()
  await visited()
  const { user } = await show(app(false), { at: '/chats/c1' })
  const field = await screen.findByRole('textbox', { name: 'Message to Freja' })
  await user.type(field, 'half')

  network(true)

  await waitFor(() => expect(screen.queryByText(/Saved copy from/)).toBeNull())
  expect(screen.getByRole('textbox', { name: 'Message to Freja' })).toBe(field)
  expect(field).toHaveValue('half')
  expect(screen.getAllByText('Message 3')).toHaveLength(1)
})

test('a chat that was not opened here gets a friendly word', async () => {
  aServer()
  await visited()
  await show(app(false), { at: '/chats/c2' })
  expect(await screen.findByRole('heading', { level: 2, name: 'This conversation isn’t on your device' })).toBeVisible()
})

test('another screen says that it is not available, and links to the conversations', async () => {
  aServer()
  await visited()
  await show(app(false), { at: '/likes' })
  expect(await screen.findByRole('link', { name: 'To your messages' })).toHaveAttribute('href', '/chats')
  expect(screen.queryByRole('heading', { name: 'Likes' })).toBeNull()
})

test('without a stored answer the screen says that there is no network', async () => {
  aServer()
  isThere = false
  await show(app(false), { at: '/chats' })
  expect(await screen.findByRole('heading', { name: 'You’re offline' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'To your messages' })).toBeNull()
})

test('a member with an expired session is asked to log in', async () => {
  aServer(() => null)
  await visited()
  await show(app(false), { at: '/chats' })
  expect(await screen.findByText(/Saved copy from/)).toBeVisible()

  network(true)

  expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible()
})
