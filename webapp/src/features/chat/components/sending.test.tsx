import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aChat, aMessage, aSummary, freja } from '@tests/chat-makers'
import { aServer, openChat, sent, settings, someoneNew } from '@tests/chat-screen'
import { pass, stopClock } from '@tests/clock'
import { failure } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { keep } from '@/api/device/member-storage'
import { LiveUpdates } from '@/live/live-updates'
import { ChatsScreen } from './chats-screen'

test('a message shows its price before it is sent, and the balance after', async () => {
  const asked = aServer(aChat(), { 'POST chat.php': ({ body }) => sent((body as { id: string }).id, 'Saturday?') })
  const { user, field, container } = await openChat()
  expect(screen.getByRole('button', { name: 'Send message' })).toHaveAccessibleDescription(
    /Price of this message: ?2 credits ?· 18 left/,
  )

  await user.type(field, 'Saturday?{Enter}')

  expect(await screen.findByText(/Sent/)).toBeVisible()
  expect(field).toHaveValue('')
  expect(screen.getByRole('button', { name: 'Send message' })).toHaveAccessibleDescription(/2 credits ?· 16 left/)
  expect(asked.find(({ method, path }) => method === 'POST' && path === 'chat.php')?.body).toMatchObject({
    profile_id: 'freja',
    text: 'Saturday?',
  })
  await expectAccessible(container)
})

test('a message sent from another page, to any member, updates the price here', async () => {
  const price = { credits: 0, free_messages_left: 3, balance: 6, wallet_version: 1 }
  aServer(aChat(), {
    'GET chat.php': ({ query }) => aChat({ price: { ...price }, ...(query.has('after') && { messages: [] }) }),
  })
  const { publish } = await openChat()
  const button = screen.getByRole('button', { name: 'Send message' })
  expect(button).toHaveAccessibleDescription(/Free ?· 3 left/)
  price.free_messages_left = 2
  act(() =>
    publish('message', {
      message: aMessage(9, { id: 'elsewhere', own: true, conversation_id: 'c2' }),
      conversation: { id: 'c2' },
      profile_id: 'elsa',
      total_unread_messages: 0,
    }),
  )
  await waitFor(() => expect(button).toHaveAccessibleDescription(/Free ?· 2 left/))
})

test('a price that was read before a message counted is not shown after a reconnection', async () => {
  const price = { credits: 0, free_messages_left: 3, balance: 6, wallet_version: 1 }
  let late: (() => void) | undefined
  let isBack = false
  aServer(aChat(), {
    'GET chat.php': async () => {
      if (isBack) await new Promise<void>((resolve) => (late = resolve))
      return aChat({ price })
    },
    'POST chat.php': ({ body }) => ({
      ...sent((body as { id: string }).id, 'Saturday?'),
      price: { ...price, free_messages_left: 2 },
    }),
  })
  const { user, field, publish } = await openChat()
  const button = screen.getByRole('button', { name: 'Send message' })
  isBack = true
  act(() => publish('hello', { cursor: 9 }))
  await waitFor(() => expect(late).toBeDefined())
  await user.type(field, 'Saturday?{Enter}')
  await waitFor(() => expect(button).toHaveAccessibleDescription(/Free ?· 2 left/))

  late!()
  await act(async () => new Promise((resolve) => setTimeout(resolve)))
  expect(button).toHaveAccessibleDescription(/Free ?· 2 left/)
})

test('with Enter set to begin a new line, Ctrl and Enter sends', async () => {
  const member = someoneNew()
  keep(member, 'chat-habits', { enterSends: false })
  const asked = aServer(aChat(), { 'POST chat.php': ({ body }) => sent((body as { id: string }).id, 'Two\nlines') })
  const { user, field } = await openChat({ member })
  await user.type(field, 'Two{Enter}lines')
  expect(field).toHaveValue('Two\nlines')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(asked.find(({ method, path }) => method === 'POST' && path === 'chat.php')?.body).toMatchObject({
      text: 'Two\nlines',
    }),
  )
})

test('a message delivered by the stream before its answer counts as being sent until then', async () => {
  let answer: (sent: unknown) => void = () => undefined
  const asked = aServer(aChat({ price: { credits: 0, free_messages_left: 3, balance: 6, wallet_version: 1 } }), {
    'POST chat.php': () => new Promise((resolve) => (answer = resolve)),
  })
  const { user, field, publish } = await openChat()
  await user.type(field, 'Saturday?{Enter}')
  const post = await waitFor(() => asked.find(({ method, path }) => method === 'POST' && path === 'chat.php')!)
  const { id } = post.body as { id: string }
  const button = screen.getByRole('button', { name: 'Send message' })

  act(() =>
    publish('message', {
      message: aMessage(4, { id, text: 'Saturday?', own: true }),
      conversation: { id: 'c1' },
      profile_id: 'freja',
      total_unread_messages: 0,
    }),
  )
  expect(await screen.findByText(/Sent/)).toBeVisible()
  expect(button).toHaveAccessibleDescription(/Free ?· 2 left/)

  act(() =>
    answer({ ...sent(id, 'Saturday?'), price: { credits: 0, free_messages_left: 2, balance: 6, wallet_version: 1 } }),
  )
  await waitFor(() => expect(button).toHaveAccessibleDescription(/Free ?· 2 left/))
})

test('a message that failed is sent again with the same id', async () => {
  let down = true
  const asked = aServer(aChat(), {
    'POST chat.php': ({ body }) => (down ? failure(500, 'internal') : sent((body as { id: string }).id, 'Hello')),
  })
  const { user, field, container } = await openChat()
  await user.type(field, 'Hello{Enter}')
  const retry = await screen.findByRole('button', { name: 'Not sent, retry' })
  await expectAccessible(container)

  down = false
  await user.click(retry)

  expect(await screen.findByText(/Sent/)).toBeVisible()
  const ids = asked
    .filter(({ method, path }) => method === 'POST' && path === 'chat.php')
    .map(({ body }) => (body as { id: string }).id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('too few credits ask before sending and keep the text', async () => {
  const asked = aServer(aChat({ price: { credits: 2, free_messages_left: 0, balance: 1, wallet_version: 1 } }))
  const { user, field } = await openChat()
  await user.type(field, 'Hello{Enter}')

  const dialog = await screen.findByRole('dialog', { name: 'Not enough credits' })
  expect(within(dialog).getByText('This message costs 2 credits and you have 1.')).toBeVisible()
  expect(within(dialog).getByRole('link', { name: 'Buy credits' })).toHaveAttribute(
    'href',
    '/credits?next=%2Fchats%2Fc1',
  )
  expect(field).toHaveValue('Hello')
  expect(asked.filter(({ method, path }) => method === 'POST' && path === 'chat.php')).toHaveLength(0)
})

test('a refused message comes back to the composer', async () => {
  aServer(aChat(), { 'POST chat.php': () => failure(403, 'premium_required') })
  const { user, field } = await openChat()
  await user.type(field, 'Hello{Enter}')
  expect(await screen.findByRole('dialog', { name: 'More conversations with premium' })).toBeVisible()
  expect(field).toHaveValue('Hello')
})

test('a blocked member sees a notice instead of the composer', async () => {
  aServer(aChat(), { 'POST chat.php': () => failure(403, 'blocked', { name: 'Freja' }) })
  const { user, field, container } = await openChat()
  await user.type(field, 'Hello{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent('You’re blocked by Freja')
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  await expectAccessible(container)
})

test('a draft is there again', async () => {
  aServer()
  const { user, field, member, unmount } = await openChat()
  await user.type(field, 'Half a thou')
  unmount()
  expect((await openChat({ member })).field).toHaveValue('Half a thou')
})

test('an Enter that ends a composition sends nothing', async () => {
  const asked = aServer()
  const { user, field } = await openChat()
  await user.type(field, 'にほん')
  act(() => void field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })))
  expect(field).toHaveValue('にほん')
  expect(asked.filter(({ method, path }) => method === 'POST' && path === 'chat.php')).toHaveLength(0)
})

test('near the end of the length there is a counter, and beyond it a reason', async () => {
  aServer(aChat(), { 'GET settings.php': () => ({ settings: { ...settings, message_length: 10 } }) })
  const { user, field } = await openChat()
  await user.type(field, '12345678')
  expect(await screen.findByText('8 of 10 characters')).toBeVisible()
  await user.type(field, '9012')
  expect(screen.getByRole('alert')).toHaveTextContent('This message is longer than 10 characters')
  expect(screen.getByRole('button', { name: 'Send message' })).toHaveAttribute('aria-disabled', 'true')
})

test('a first message adds the chat to the list, without a request loop', async () => {
  let listed = false
  const stranger = aChat({ conversation: null, messages: [], last_seq: 0 })
  const asked = aServer(stranger, {
    'GET chats.php': async () => {
      const chats = listed ? [aSummary('c1', { profile: freja })] : []
      await new Promise((resolve) => setTimeout(resolve, 60))
      return { chats, total_unread_messages: 0 }
    },
    'POST chat.php': ({ body }) => {
      listed = true
      return sent((body as { id: string }).id, 'Hello')
    },
  })
  const { user, publish } = await show(
    <>
      <LiveUpdates />
      <ChatsScreen of={{ profile: 'freja' }} memberId="first" />
    </>,
    { at: '/members/freja/chat' },
  )
  expect(await screen.findByRole('heading', { name: 'Say hello to Freja' })).toBeVisible()
  stopClock()
  await user.type(screen.getByRole('textbox'), 'Hello{Enter}')
  const event = { conversation: { id: 'c1' }, profile_id: 'freja', total_unread_messages: 0 }
  for (const seq of [5, 6, 7]) act(() => publish('message', { ...event, message: aMessage(seq, { own: true }) }))

  expect(await screen.findByRole('list', { name: 'Conversations' })).toBeVisible()
  await pass(5_000)
  const count = () => asked.filter(({ path }) => path === 'chats.php').length
  const before = count()
  expect(before).toBeLessThan(10)
  await pass(5_000)
  expect(count()).toBe(before)
})
