import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aChat, aMessage, aSummary, freja } from '@tests/chat-makers'
import { aServer, openChat, showChat } from '@tests/chat-screen'
import { failure } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { ChatsScreen } from './chats-screen'

test('an address without a conversation says so, and offers no retry', async () => {
  aServer(aChat(), { 'GET chat.php': () => failure(422, 'validation_failed') })
  await show(<ChatsScreen of={{ conversation: 'nonsense' }} memberId="ann" />, { at: '/chats/nonsense' })
  expect(await screen.findByRole('heading', { level: 2, name: 'We can’t find this conversation' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

test('a chat that the member may not open says why and links back', async () => {
  aServer(aChat(), { 'GET chat.php': () => failure(403, 'blocked', { name: 'Freja' }) })
  const { container } = await showChat()
  expect(await screen.findByRole('heading', { level: 2, name: 'You’re blocked by Freja' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to messages' })).toHaveAttribute('href', '/chats')
  await expectAccessible(container)
})

test('an answer for a fictional profile is marked as written by staff', async () => {
  const messages = [aMessage(1, { own: true, text: 'Hi' }), aMessage(2, { kind: 'staff', text: 'Hello' })]
  aServer(aChat({ profile: { ...freja, fictional: true }, messages }))
  await openChat()
  expect(screen.getAllByText('Written by this site’s staff')).toHaveLength(1)
})

test('a fictional partner is called so before anything is spent', async () => {
  aServer(aChat({ profile: { ...freja, fictional: true } }))
  await openChat()
  expect(screen.getByText(/Freja is a fictional profile/)).toBeVisible()
})

test('messages of a deleted member stay, without a name, a profile or a composer', async () => {
  aServer(
    aChat({
      profile: null,
      partner: 'deleted',
      messages: [
        aMessage(1, { text: 'See you' }),
        aMessage(2, { own: true, text: 'Hello?', undelivered: true, refunded: true }),
        aMessage(3, { own: true, text: 'For free', undelivered: true }),
      ],
    }),
    {
      'GET chats.php': () => ({
        chats: [aSummary('c1', { profile: null, partner: 'deleted' })],
        total_unread_messages: 0,
      }),
    },
  )
  const { container } = await showChat()

  expect(await screen.findByRole('heading', { level: 1, name: 'Deleted member' })).toBeVisible()
  expect(await screen.findByText('This member has deleted their account')).toBeVisible()
  expect(screen.getByText(/See you/)).toBeVisible()
  expect(screen.getAllByText(/Not delivered/).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Not delivered, credits refunded'),
    expect.not.stringContaining('refunded'),
  ])
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /profile/ })).not.toBeInTheDocument()
  await expectAccessible(container)
})

test('an unconfirmed partner cannot be written to, and the composer appears with the confirmation', async () => {
  let chat = aChat({ partner: 'not_confirmed' })
  aServer(chat, { 'GET chat.php': () => chat })
  const { publish } = await showChat()
  expect(await screen.findByText('You can reply once Freja has confirmed their email address')).toBeVisible()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()

  chat = aChat()
  act(() => publish('changed', { conversation_id: 'c1' }))

  expect(await screen.findByRole('textbox', { name: 'Message to Freja' })).toBeVisible()
})

test('a blocked partner is no longer shown, and can be unblocked', async () => {
  let blocked = false
  const answer = () => (blocked ? failure(403, 'blocked_by_you', { name: 'Freja', profile_id: 'freja' }) : aChat())
  aServer(aChat(), { 'GET chat.php': answer })
  const slots = {
    unblock: ({ id }: { id: string }, onDone: () => void) => <button onClick={onDone}>{`Unblock ${id}`}</button>,
  }
  const { user, container, publish } = await showChat({ slots })
  await screen.findByRole('textbox', { name: 'Message to Freja' })

  blocked = true
  act(() => publish('changed', { conversation_id: 'c1' }))
  expect(
    await screen.findByRole('heading', { level: 2, name: 'You’ve blocked Freja. Unblock them to write again' }),
  ).toBeVisible()
  expect(screen.queryByText(/Message 1/)).not.toBeInTheDocument()
  await expectAccessible(container)

  blocked = false
  await user.click(screen.getByRole('button', { name: 'Unblock freja' }))
  expect(await screen.findByRole('textbox', { name: 'Message to Freja' })).toBeVisible()
})
