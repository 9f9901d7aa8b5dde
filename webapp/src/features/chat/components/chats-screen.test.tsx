import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aChat, aSummary, freja } from '@tests/chat-makers'
import { aServer, openChat } from '@tests/chat-screen'
import { pass, stopClock } from '@tests/clock'
import { failure } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { useChats } from '@/api/use-chats'
import { ChatsScreen } from './chats-screen'

test('a removed chat is gone at once, stays for an undo, and is then deleted', async () => {
  const asked = aServer(aChat(), { 'DELETE chat.php': () => ({}) })
  const { user } = await openChat()
  stopClock()
  const remove = () => user.click(screen.getByRole('button', { name: 'Remove chat with Freja' }))
  await remove()
  const rows = () => within(screen.getByRole('list', { name: 'Conversations' })).getAllByRole('listitem')
  expect(rows()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(rows()).toHaveLength(2)

  await remove()
  await pass(6_000)
  expect(asked.find(({ method }) => method === 'DELETE')?.body).toEqual({ conversation: 'c1' })
})

test('unread messages of a removed chat are not counted, and are counted again after an undo', async () => {
  aServer(aChat(), {
    'GET chats.php': () => ({
      chats: [
        aSummary('c1', { profile: freja }),
        aSummary('c2', { profile: { ...freja, id: 'elsa', name: 'Elsa' }, num_unread_messages: 2 }),
      ],
      total_unread_messages: 2,
    }),
  })
  const Total = () => <output>{useChats().data?.total_unread_messages} in all</output>
  const { user } = await show([<ChatsScreen key="screen" of={null} memberId="ann" />, <Total key="total" />], {
    at: '/chats',
  })
  await screen.findByText('2 in all')
  await user.click(screen.getByRole('button', { name: 'Remove chat with Elsa' }))
  expect(await screen.findByText('0 in all')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('2 in all')).toBeVisible()
})

test('leaving the page removes the chat without waiting', async () => {
  const asked = aServer(aChat(), { 'DELETE chat.php': () => ({}) })
  const { user } = await openChat()
  await user.click(screen.getByRole('button', { name: 'Remove chat with Freja' }))
  act(() => void window.dispatchEvent(new Event('pagehide')))
  await waitFor(() => expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1))
})

test('a removal that fails brings the chat back with a reason', async () => {
  aServer(aChat(), { 'DELETE chat.php': () => failure(500, 'internal') })
  const { user } = await openChat()
  stopClock()
  await user.click(screen.getByRole('button', { name: 'Remove chat with Freja' }))
  await pass(6_000)
  expect(await screen.findByText(/We couldn’t remove your chat/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Remove chat with Freja' })).toBeInTheDocument()
})

test('the next page is loaded by a button, and no chat is listed twice', async () => {
  const page = (ids: string[], has_older: boolean) => ({
    chats: ids.map((id) => aSummary(id)),
    total_unread_messages: 0,
    has_older,
  })
  aServer(aChat(), {
    'GET chats.php': ({ query }) =>
      query.get('before') === 'c2' ? page(['c2', 'c3'], false) : page(['c1', 'c2'], true),
  })
  const { user, publish } = await show(<ChatsScreen of={null} memberId="ann" />, { at: '/chats' })
  await user.click(await screen.findByRole('button', { name: 'Show older conversations' }))
  const list = screen.getByRole('list', { name: 'Conversations' })
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3))
  expect(screen.queryByRole('button', { name: 'Show older conversations' })).not.toBeInTheDocument()

  act(() => publish('changed', { conversation_id: 'c3' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Show older conversations' })).toBeVisible()
})

test('without conversations there is a next step', async () => {
  aServer(aChat(), { 'GET chats.php': () => ({ chats: [], total_unread_messages: 0 }) })
  const { container } = await show(<ChatsScreen of={null} memberId="new" />, { at: '/chats' })
  expect(await screen.findByRole('link', { name: 'Search members' })).toHaveAttribute('href', '/members')
  expect(screen.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
  expect(screen.queryByText('Choose a conversation')).not.toBeInTheDocument()
  await expectAccessible(container)
})
