import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aChat, aMessage, messages } from '@tests/chat-makers'
import { aServer, openChat, sent } from '@tests/chat-screen'
import { expectAccessible } from '@tests/render'
import type { Chat } from '@/api/types'
import { createLiveEvents } from '@/live/stream'
import { Singletons } from '@/singletons'

const justNow = aMessage(4, { text: 'Just now' })

test('opening marks as read, and shows where the unread ones begin', async () => {
  const asked = aServer(aChat({ own_read_seq: 1 }))
  await openChat()
  expect(await screen.findByText('New messages')).toBeVisible()
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ conversation_id: 'c1', read_seq: 3 }),
  )
})

test('it opens at the first unread message, also when that lies pages back', async () => {
  const whole = messages(1, 130)
  aServer(aChat(), {
    'GET chat.php': ({ query }) => {
      const before = Number(query.get('before') ?? 131)
      const page = query.has('after') ? [] : whole.slice(Math.max(0, before - 51), before - 1)
      return aChat({ messages: page, own_read_seq: 20, last_seq: 130, has_older: (page[0]?.seq ?? 1) > 1 })
    },
  })
  await openChat()
  const mark = await screen.findByText('New messages')
  expect(mark.nextElementSibling).toHaveTextContent('Message 21')
})

test('the line above unread messages disappears with an answer', async () => {
  aServer(aChat({ own_read_seq: 1 }), { 'POST chat.php': ({ body }) => sent((body as { id: string }).id, 'Hello') })
  const { user, field } = await openChat()
  expect(await screen.findByText('New messages')).toBeVisible()
  await user.type(field, 'Hello{Enter}')
  await waitFor(() => expect(screen.queryByText('New messages')).not.toBeInTheDocument())
})

type LiveEvents = ReturnType<typeof createLiveEvents>

test.each([
  [
    'a message that comes',
    ({ publish }: LiveEvents) =>
      publish('message', {
        message: justNow,
        conversation: { id: 'c1' },
        profile_id: 'freja',
        total_unread_messages: 1,
      }),
  ],
  ['the beginning of the stream', ({ publish }: LiveEvents) => publish('hello', { cursor: 1 })],
])('%s while a chat is read for the first time makes it be read again', async (_, happens) => {
  const newer = aChat({ messages: [...messages(1, 3), justNow], last_seq: 4 })
  let answer: (chat: Chat) => void = () => {}
  const first = new Promise<Chat>((resolve) => (answer = resolve))
  let times = 0
  aServer(aChat(), { 'GET chat.php': () => ((times += 1) === 1 ? first : newer) })
  const singletons = new Singletons()
  const opening = openChat({ singletons })
  await waitFor(() => expect(times).toBe(1))

  act(() => happens(singletons.get(createLiveEvents)))
  await waitFor(() => expect(times).toBe(2))
  answer(aChat())

  await opening
  expect(await within(screen.getByRole('region', { name: 'Chat with Freja' })).findByText('Just now')).toBeVisible()
})

test('a live message that skips others fetches the difference', async () => {
  const more = messages(4, 6)
  aServer(aChat(), {
    'GET chat.php': ({ query }) => (query.get('after') === '3' ? aChat({ messages: more }) : aChat()),
  })
  const { publish } = await openChat()
  const event = { message: more[2]!, conversation: { id: 'c1' }, profile_id: 'freja', total_unread_messages: 1 }
  act(() => publish('message', event))
  expect(await screen.findByText(/Message 5/)).toBeVisible()
  expect(screen.getAllByText(/Message 6/).length).toBeGreaterThan(0)
})

test('the partner’s reading and typing are seen at once', async () => {
  aServer(aChat({ messages: [aMessage(1, { own: true })] }))
  const { publish } = await openChat()
  expect(screen.getByText(/Sent/)).toBeVisible()
  act(() => publish('typing', { conversation_id: 'c1', profile_id: 'freja' }))
  expect(screen.getByText('Freja is typing')).toBeInTheDocument()
  act(() => publish('read', { conversation_id: 'c1', profile_id: 'freja', partner_read_seq: 1 }))
  expect(await screen.findByText(/· ?Read|Read/)).toBeVisible()
})

test('the end of the history is explained', async () => {
  aServer(aChat({ messages: messages(40, 44), last_seq: 44 }))
  await openChat()
  expect(screen.getByText('Older messages are no longer visible to protect your privacy')).toBeVisible()
})

test('a message with a common trick carries a warning', async () => {
  aServer(
    aChat({
      messages: [aMessage(1, { text: 'Send me money', hints: ['money', 'phone'] }), aMessage(2, { text: 'Hello' })],
    }),
  )
  const { container } = await openChat()
  expect(await screen.findByText('Be careful: never send money to someone you haven’t met.')).toBeVisible()
  expect(screen.queryByText(/own number/)).toBeNull()
  await expectAccessible(container)
})
