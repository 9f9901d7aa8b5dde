import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aChat, aMessage, aSummary, freja } from '@tests/chat-makers'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { memoryStore, type OutboxStore } from '@/outbox/store'
import { ChatsScreen } from './chats-screen'
// Lazy chunks, loaded from the start here.
import './gift-drawing'
import './gift-sheet'

// An upload goes through the fake API instead of XMLHttpRequest, which is not faked here; its form is the same.
vi.mock('@/api/upload/upload', async () => {
  const { api } = await import('@/api/client')
  return { upload: (path: string, form: FormData) => api.post(path, form) }
})
URL.createObjectURL = () => 'blob:photo'
URL.revokeObjectURL = () => undefined

const user = { name: 'Ann', credits: 18, paid_user: false }
let loggedIn = ''
let timesAsked = 0
let members = 0
let store: OutboxStore

beforeEach(() => {
  store = memoryStore()
})
afterEach(() => vi.restoreAllMocks())

function network(isThere: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')))
}

type Sent = { id: string; kind: 'text' | 'gift' | 'photo'; text: string; gift?: 'rose' }
type Send = (text: string, sent: Sent) => unknown

function aServer(send: Send = () => undefined) {
  let seq = 3
  const take = (body: unknown) => {
    const { id, kind = 'photo', text, gift = null } = body as Sent
    const refusal = send(text, { id, kind, text })
    if (refusal) return refusal
    seq += 1
    return {
      message: aMessage(seq, { id, kind, text, gift, own: true }),
      conversation: { id: 'c1' },
      price: { credits: 2, free_messages_left: 0, balance: 16, wallet_version: 1 },
    }
  }
  const asked = fakeApi({
    'GET user.php': () => {
      timesAsked += 1
      return { user: { ...user, id: loggedIn } }
    },
    'GET settings.php': () => ({
      settings: { message_credits: 2, photo_credits: 4, message_length: 1000, free_messages: 3 },
    }),
    'GET chats.php': () => ({ chats: [aSummary('c1', { profile: freja })], total_unread_messages: 0, cursor: 0 }),
    'GET chat.php': ({ query }) => (query.has('after') ? aChat({ messages: [] }) : aChat()),
    'POST typing.php': () => ({}),
    'GET gifts.php': () => ({ gifts: [{ id: 'rose', credits: 5 }], balance: 18 }),
    'POST chat.php': ({ body }) => take(body),
    'POST chat-photo.php': ({ body }) => take(body),
  })
  return () =>
    asked
      .filter(({ method, path }) => method === 'POST' && path.startsWith('chat'))
      .map(({ body }) => ({ kind: 'photo', ...(body as object) }) as Sent)
}

async function openChat(memberId = `ann-${(members += 1)}`) {
  loggedIn = memberId
  const view = await show(<ChatsScreen of={{ conversation: 'c1' }} memberId={memberId} />, { at: '/chats/c1', store })
  return { ...view, memberId, field: await screen.findByRole('textbox', { name: 'Message to Freja' }) }
}

const said = () => within(screen.getByRole('region', { name: 'Chat with Freja' }))

test('messages written without a network are queued, and sent once and in order', async () => {
  const posted = aServer()
  const { user, field, container, memberId } = await openChat()
  network(false)
  await user.type(field, 'first{Enter}second{Enter}')
  expect(await said().findAllByText(/Waiting/)).toHaveLength(2)
  expect(posted()).toEqual([])
  const kept = await store.all(memberId)
  expect(kept.map(({ text, state }) => [text, state])).toEqual([
    ['first', 'waiting'],
    ['second', 'waiting'],
  ])
  await expectAccessible(container)

  network(true)

  await waitFor(() => expect(posted().map(({ text }) => text)).toEqual(['first', 'second']))
  await waitFor(() => expect(said().queryByText(/Waiting/)).toBeNull())
  expect(await store.all(memberId)).toEqual([])
})

test('a message sent by another tab is not sent again', async () => {
  const posted = aServer()
  const { user, field, memberId } = await openChat()
  network(false)
  await user.type(field, 'once{Enter}')
  await said().findByText(/Waiting/)
  await waitFor(async () => expect(await store.all(memberId)).toHaveLength(1))
  await store.remove((await store.all(memberId)).map(({ id }) => id))

  network(true)

  await waitFor(() => expect(said().queryByText('once')).toBeNull())
  expect(posted()).toEqual([])
})

test('queued messages are sent when their member is back, and no message of others', async () => {
  const left = {
    profileId: 'freja',
    kind: 'text' as const,
    credits: 2,
    at: new Date().toISOString(),
    state: 'waiting' as const,
  }
  await store.put('ann-back', { ...left, id: 'kept-1', text: 'from before', position: 1 })
  await store.put('someone', { ...left, id: 'kept-2', text: 'not hers', position: 2 })
  const posted = aServer()

  await openChat('ann-back')

  await waitFor(() => expect(posted().map(({ id }) => id)).toEqual(['kept-1']))
  await waitFor(async () => expect(await store.all('ann-back')).toEqual([]))
  expect(await store.all('someone')).toHaveLength(1)
})

test('a lack of credits is shown at the message, which blocks those behind it until it can be sent', async () => {
  let poor = true
  const posted = aServer(() => (poor ? failure(402, 'not_enough_credits') : undefined))
  const { user, field, container } = await openChat()
  network(false)
  await user.type(field, 'first{Enter}second{Enter}')
  network(true)

  expect(await said().findByText('You don’t have enough credits')).toBeVisible()
  expect(said().getByRole('link', { name: 'Get premium' })).toHaveAttribute('href', '/premium?next=%2Fchats%2Fc1')
  expect(posted()).toHaveLength(1)
  await expectAccessible(container)

  poor = false
  await user.click(said().getByRole('button', { name: 'Not sent, retry' }))

  await waitFor(() => expect(posted().map(({ text }) => text)).toEqual(['first', 'first', 'second']))
  expect(posted()[0]?.id).toBe(posted()[1]?.id)
})

test('a deleted partner is reported at the message, which can be discarded or edited', async () => {
  aServer(() => failure(409, 'partner_unavailable'))
  const { user, field } = await openChat()
  network(false)
  await user.type(field, 'too late{Enter}')
  network(true)
  expect(await said().findByText('You can’t write to this member any more')).toBeVisible()
  expect(said().queryByRole('button', { name: 'Not sent, retry' })).toBeNull()

  await user.click(said().getByRole('button', { name: 'Edit' }))

  expect(field).toHaveValue('too late')
  expect(said().queryByText('You can’t write to this member any more')).toBeNull()
})

type View = Awaited<ReturnType<typeof openChat>>

async function sendPhoto({ user }: View, description: string) {
  await user.click(screen.getByRole('button', { name: 'Send a photo' }))
  const sheet = await screen.findByRole('dialog', { name: 'Photo for Freja' })
  await user.upload(
    within(sheet).getByLabelText('Choose a photo', { selector: 'input' }),
    new File(['x'], 'beach.jpg', { type: 'image/jpeg' }),
  )
  await user.type(within(sheet).getByRole('textbox', { name: /Description/ }), description)
  await user.click(within(sheet).getByRole('button', { name: 'Send photo' }))
}

async function sendRose({ user }: View) {
  await user.click(screen.getByRole('button', { name: 'A gift for Freja' }))
  const sheet = await screen.findByRole('dialog', { name: 'A gift for Freja' })
  await user.click(await within(sheet).findByRole('radio', { name: /rose/ }))
  expect(sheet).toHaveTextContent('you’re only charged then')
  await user.click(within(sheet).getByRole('button', { name: 'Send for 5 credits' }))
}

test('words, a photo and a gift wait together, with their pictures and what they will cost, and go in order', async () => {
  const posted = aServer()
  const view = await openChat()
  network(false)
  await view.user.type(view.field, 'first{Enter}')
  await sendPhoto(view, 'The beach')
  await sendRose(view)

  expect(await said().findAllByText(/Waiting/)).toHaveLength(3)
  expect(said().getByRole('img', { name: 'The beach' })).toHaveAttribute('src', 'blob:photo')
  expect(said().getByRole('figure')).toHaveTextContent(/^rose$/)
  expect(screen.getByText(/7 left/)).toBeVisible()
  await expectAccessible(view.container)

  network(true)

  await waitFor(() => expect(posted().map(({ kind }) => kind)).toEqual(['text', 'photo', 'gift']))
  await waitFor(() => expect(said().queryByText(/Waiting/)).toBeNull())
  await waitFor(() => expect(said().getByRole('figure')).toHaveTextContent('You sent a rose'))
})

test('a queued message can be moved back to the composer', async () => {
  aServer()
  const view = await openChat()
  network(false)
  await sendPhoto(view, 'The beach')
  await view.user.click(await said().findByRole('button', { name: 'Edit' }))

  const sheet = await screen.findByRole('dialog', { name: 'Photo for Freja' })
  expect(within(sheet).getByRole('textbox', { name: /Description/ })).toHaveValue('The beach')
  expect(await store.all(view.memberId)).toEqual([])
})

test('messages behind a refused photo say why they wait, and can be sent without it', async () => {
  const posted = aServer((_, { kind }) => (kind === 'photo' ? failure(422, 'photo_broken') : undefined))
  const view = await openChat()
  network(false)
  await sendPhoto(view, 'The beach')
  await view.user.type(view.field, 'behind{Enter}')
  network(true)

  expect(await said().findByText(/This file is damaged/)).toBeVisible()
  expect(said().getByText('Waiting for the message above')).toBeVisible()
  expect(said().queryByRole('button', { name: 'Not sent, retry' })).toBeNull()
  await expectAccessible(view.container)

  await view.user.click(said().getByRole('button', { name: 'Send the rest' }))

  await waitFor(() => expect(posted().map(({ kind }) => kind)).toEqual(['photo', 'text']))
  expect(said().getByText(/This file is damaged/)).toBeVisible()
  expect(said().queryByRole('button', { name: 'Send the rest' })).toBeNull()
})

test('a full device is reported, and the text is back in the composer', async () => {
  aServer()
  const { user, field } = await openChat()
  network(false)
  vi.spyOn(store, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  await user.type(field, 'no room{Enter}')

  expect(await screen.findByText(/This device has no room/)).toBeVisible()
  expect(field).toHaveValue('no room')
  expect(said().queryByText('no room')).toBeNull()
})

test('no queued message is sent in the name of another member', async () => {
  const posted = aServer()
  const { user, field, memberId } = await openChat()
  network(false)
  await user.type(field, 'hers{Enter}')
  await said().findByText(/Waiting/)
  loggedIn = 'somebody else'
  const before = timesAsked
  network(true)
  await waitFor(() => expect(timesAsked).toBeGreaterThan(before))
  expect(await said().findByText(/Waiting/)).toBeVisible()
  expect(posted()).toEqual([])

  loggedIn = memberId
  network(true)

  await waitFor(() => expect(posted()).toHaveLength(1))
})

test('Retry-After is shown and respected', async () => {
  const posted = aServer(() =>
    Response.json({ error: { code: 'rate_limited', message: '' } }, { status: 429, headers: { 'Retry-After': '300' } }),
  )
  const { user, field } = await openChat()
  await user.type(field, 'too many{Enter}')

  expect(await said().findByText(/Waiting until/)).toBeVisible()
  network(true)
  expect(posted()).toHaveLength(1)
})
