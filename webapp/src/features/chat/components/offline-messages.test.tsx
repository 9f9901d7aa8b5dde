import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aChat, aMessage, aSummary, freja } from '../../../../tests/chat-makers'
import { failure, fakeApi } from '../../../../tests/fake-api'
import { expectAccessible, show } from '../../../../tests/render'
import { outboxStore } from '../api/outbox-store'
import { ChatsScreen } from './chats-screen'

const user = { id: 'ann', name: 'Ann', credits: 18, paid_user: false }
let members = 0

afterEach(() => vi.restoreAllMocks())

function network(isThere: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')))
}

type Send = (text: string, id: string) => unknown

function aServer(send: Send = () => undefined) {
  let seq = 3
  const asked = fakeApi({
    'GET user.php': () => ({ user }),
    'GET settings.php': () => ({ settings: { message_credits: 2, message_length: 1000, free_messages: 3 } }),
    'GET chats.php': () => ({ chats: [aSummary('c1', { profile: freja })], total_unread_messages: 0, cursor: 0 }),
    'GET chat.php': ({ query }) => (query.has('after') ? aChat({ messages: [] }) : aChat()),
    'POST typing.php': () => ({}),
    'POST chat.php': ({ body }) => {
      const { id, text } = body as { id: string; text: string }
      const refusal = send(text, id)
      if (refusal) return refusal
      seq += 1
      return { message: aMessage(seq, { id, text, own: true }), conversation: { id: 'c1' }, price: { credits: 2, free_messages_left: 0, balance: 16 } }
    },
  })
  return () => asked.filter(({ method, path }) => method === 'POST' && path === 'chat.php').map(({ body }) => body as { id: string; text: string })
}

async function openChat(memberId = `ann-${(members += 1)}`) {
  const view = await show(<ChatsScreen of={{ conversation: 'c1' }} memberId={memberId} />, { at: '/chats/c1' })
  return { ...view, memberId, field: await screen.findByRole('textbox', { name: 'Message to Freja' }) }
}

const said = () => within(screen.getByRole('region', { name: 'Chat with Freja' }))

test('what is written without a network waits, and goes out once and in order with it', async () => {
  const posted = aServer()
  const { user, field, container, memberId } = await openChat()
  network(false)
  await user.type(field, 'first{Enter}second{Enter}')
  expect(await said().findAllByText(/Waiting/)).toHaveLength(2)
  expect(posted()).toEqual([])
  const kept = await (await outboxStore()).all(memberId)
  expect(kept.map(({ text, state }) => [text, state])).toEqual([
    ['first', 'waiting'],
    ['second', 'waiting'],
  ])
  await expectAccessible(container)

  network(true)

  await waitFor(() => expect(posted().map(({ text }) => text)).toEqual(['first', 'second']))
  await waitFor(() => expect(said().queryByText(/Waiting/)).toBeNull())
  expect(await (await outboxStore()).all(memberId)).toEqual([])
})

test('what another tab has sent meanwhile is not sent again', async () => {
  const posted = aServer()
  const { user, field, memberId } = await openChat()
  network(false)
  await user.type(field, 'once{Enter}')
  await said().findByText(/Waiting/)
  const store = await outboxStore()
  await waitFor(async () => expect(await store.all(memberId)).toHaveLength(1))
  await store.remove((await store.all(memberId)).map(({ id }) => id))

  network(true)

  await waitFor(() => expect(said().queryByText('once')).toBeNull())
  expect(posted()).toEqual([])
})

test('what was left on the device goes when its member is back, and nobody else’s', async () => {
  const store = await outboxStore()
  const left = { profileId: 'freja', at: new Date().toISOString(), state: 'waiting' as const }
  await store.put('ann-back', { ...left, id: 'kept-1', text: 'from before', place: 1 })
  await store.put('someone', { ...left, id: 'kept-2', text: 'not hers', place: 2 })
  const posted = aServer()

  await openChat('ann-back')

  await waitFor(() => expect(posted().map(({ id }) => id)).toEqual(['kept-1']))
  await waitFor(async () => expect(await store.all('ann-back')).toEqual([]))
  expect(await store.all('someone')).toHaveLength(1)
})

test('too few credits later are said at the message, which holds those behind it until it can go', async () => {
  let poor = true
  const posted = aServer(() => (poor ? failure(402, 'not_enough_credits') : undefined))
  const { user, field, container } = await openChat()
  network(false)
  await user.type(field, 'first{Enter}second{Enter}')
  network(true)

  expect(await said().findByText('You do not have enough credits')).toBeVisible()
  expect(said().getByRole('link', { name: 'Get premium' })).toHaveAttribute('href', '/premium?next=%2Fchats%2Fc1')
  expect(posted()).toHaveLength(1)
  await expectAccessible(container)

  poor = false
  await user.click(said().getByRole('button', { name: 'Not sent, retry' }))

  await waitFor(() => expect(posted().map(({ text }) => text)).toEqual(['first', 'first', 'second']))
  expect(posted()[0]?.id).toBe(posted()[1]?.id)
})

test('a partner who is gone is said at the message; it can be taken away or back to the field', async () => {
  aServer(() => failure(409, 'partner_unavailable'))
  const { user, field } = await openChat()
  network(false)
  await user.type(field, 'too late{Enter}')
  network(true)
  expect(await said().findByText('This member can no longer be reached')).toBeVisible()
  expect(said().queryByRole('button', { name: 'Not sent, retry' })).toBeNull()

  await user.click(said().getByRole('button', { name: 'Edit' }))

  expect(field).toHaveValue('too late')
  expect(said().queryByText('This member can no longer be reached')).toBeNull()
})
