import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aChat, aSummary, freja } from '@tests/chat-makers'
import { aServer, openChat } from '@tests/chat-screen'
import { expectAccessible } from '@tests/render'

const elsa = { ...freja, id: 'elsa', name: 'Elsa' }
const list = (elsaIs: object = {}) => ({
  'GET chats.php': () => ({
    chats: [aSummary('c1', { profile: freja }), aSummary('c2', { profile: elsa, ...elsaIs })],
    total_unread_messages: 0,
    has_older: false,
    cursor: 0,
  }),
})
const names = () =>
  within(screen.getByRole('list', { name: 'Conversations' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('strong')?.textContent)

test('an archived conversation is behind a button, and out of it again', async () => {
  aServer(aChat(), list({ archived: true }))
  const { user, container } = await openChat()
  expect(names()).toEqual(['Freja'])
  await user.click(screen.getByRole('button', { name: 'Archived (1)' }))
  expect(names()).toEqual(['Elsa'])
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Back to all conversations' }))
  expect(names()).toEqual(['Freja'])
})

test('muting and archiving show at once and are sent', async () => {
  const asked = aServer(aChat(), { ...list(), 'PUT chat-settings.php': () => ({}) })
  const { user } = await openChat()
  await user.click(screen.getByRole('button', { name: 'Mute', hidden: true }))
  await user.click(screen.getByRole('button', { name: 'Archive', hidden: true }))

  expect(screen.getByRole('button', { name: 'Unmute', hidden: true })).toBeInTheDocument()
  await screen.findByRole('button', { name: 'Archived (1)' })
  expect(names()).toEqual(['Elsa'])
  const bodies = () => asked.filter(({ path }) => path === 'chat-settings.php').map(({ body }) => body)
  await waitFor(() =>
    expect(bodies()).toEqual([
      { conversation_id: 'c1', muted: true },
      { conversation_id: 'c1', archived: true },
    ]),
  )
})

test('a conversation is found by a part of the name, also one that is not in the list yet', async () => {
  const old = aSummary('c9', { profile: { ...freja, id: 'elias', name: 'Elias' } })
  aServer(aChat(), { ...list(), 'GET chats-search.php': () => ({ chats: [old] }) })
  const { user } = await openChat()
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'EL')
  expect(names()).toEqual(['Elsa'])
  await waitFor(() => expect(names()).toEqual(['Elsa', 'Elias']))
})

test('a search without results says so', async () => {
  aServer(aChat(), { ...list(), 'GET chats-search.php': () => ({ chats: [] }) })
  const { user } = await openChat()
  await user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'Zoe')
  expect(await screen.findByText('No conversation with that name')).toBeVisible()
})

test('a draft is marked in the list, but not in the row of the open chat', async () => {
  aServer(aChat(), list())
  const { field, user, member } = await openChat()
  await user.type(field, 'Half a')
  expect(screen.queryByText('Draft:')).not.toBeInTheDocument()
  localStorage.setItem(`member:${member}:draft:elsa`, JSON.stringify('Dear Elsa'))
  await user.type(field, ' word')
  expect(screen.getByText('Draft:').parentElement).toHaveTextContent('Draft: Dear Elsa')
})
