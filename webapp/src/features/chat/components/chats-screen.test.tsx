import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aChat, aMessage, aSummary, freja, messages } from '../../../../tests/chat-makers'
import { failure, fakeApi } from '../../../../tests/fake-api'
import { expectAccessible, show } from '../../../../tests/render'
import { keep } from '../../../api/member-storage'
import type { Chat } from '../../../api/types'
import { useChats } from '../../../api/use-chats'
import { LiveUpdates } from '../../../live/live-updates'
import { publish } from '../../../live/stream'
import { ChatsScreen } from './chats-screen'

const settings = { message_credits: 2, message_length: 1000, free_messages: 3 }
const ann = { id: 'ann', name: 'Ann', credits: 18, paid_user: true }
let members = 0

/** A server with one chat; every handler can be replaced. */
function aServer(chat: Chat, more: Parameters<typeof fakeApi>[0] = {}) {
  return fakeApi({
    'GET user.php': () => ({ user: { ...ann, id: `ann-${members}` } }),
    'GET settings.php': () => ({ settings }),
    'GET chats.php': () => ({ chats: [aSummary('c1', { profile: freja }), aSummary('c2', { profile: { ...freja, id: 'elsa', name: 'Elsa' } })], total_unread_messages: 0 }),
    'GET chat.php': ({ query }) => (query.has('after') ? { ...chat, messages: [] } : chat),
    'PUT chat.php': () => ({ total_unread_messages: 0 }),
    'POST typing.php': () => ({}),
    ...more,
  })
}

async function openChat() {
  members += 1
  const view = await show(<ChatsScreen of={{ conversation: 'c1' }} memberId={`ann-${members}`} />, { at: '/chats/c1' })
  return { ...view, field: await screen.findByRole('textbox', { name: 'Message to Freja' }) }
}

const sent = (id: string, text: string, balance = 16) => ({
  message: aMessage(4, { id, text, own: true }),
  conversation: { id: 'c1' },
  price: { credits: 2, free_messages_left: 0, balance },
})

test('a message shows what it costs before it is sent, and what is left after', async () => {
  const asked = aServer(aChat(), { 'POST chat.php': ({ body }) => sent((body as { id: string }).id, 'Saturday?') })
  const { user, field, container } = await openChat()
  expect(screen.getByRole('button', { name: 'Send message' })).toHaveAccessibleDescription(/Price of this message: ?2 credits ?· 18 left/)

  await user.type(field, 'Saturday?{Enter}')

  expect(await screen.findByText(/Sent/)).toBeVisible()
  expect(field).toHaveValue('')
  expect(screen.getByRole('button', { name: 'Send message' })).toHaveAccessibleDescription(/2 credits ?· 16 left/)
  expect(asked.find(({ method, path }) => method === 'POST' && path === 'chat.php')?.body).toMatchObject({ profile_id: 'freja', text: 'Saturday?' })
  await expectAccessible(container)
})

test('what was sent from another page, to whomever, leaves its mark on the price here', async () => {
  const price = { credits: 0, free_messages_left: 3, balance: 6 }
  aServer(aChat(), { 'GET chat.php': ({ query }) => aChat({ price: { ...price }, ...(query.has('after') && { messages: [] }) }) })
  await openChat()
  const button = screen.getByRole('button', { name: 'Send message' })
  expect(button).toHaveAccessibleDescription(/Free ?· 3 left/)
  price.free_messages_left = 2
  act(() => publish('message', { message: aMessage(9, { id: 'elsewhere', own: true, conversation_id: 'c2' }), conversation: { id: 'c2' }, profile_id: 'elsa', total_unread_messages: 0 }))
  await waitFor(() => expect(button).toHaveAccessibleDescription(/Free ?· 2 left/))
})

test('whoever wants Enter to begin a new line sends with Ctrl and Enter', async () => {
  keep(`ann-${members + 1}`, 'chat-habits', { enterSends: false })
  const asked = aServer(aChat(), { 'POST chat.php': ({ body }) => sent((body as { id: string }).id, 'Two\nlines') })
  const { user, field } = await openChat()
  await user.type(field, 'Two{Enter}lines')
  expect(field).toHaveValue('Two\nlines')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(asked.find(({ method, path }) => method === 'POST' && path === 'chat.php')?.body).toMatchObject({ text: 'Two\nlines' }))
})

test('a message that is heard of before its answer comes counts as on its way until then', async () => {
  let answer: (sent: unknown) => void = () => undefined
  const asked = aServer(aChat({ price: { credits: 0, free_messages_left: 3, balance: 6 } }), { 'POST chat.php': () => new Promise((resolve) => (answer = resolve)) })
  const { user, field } = await openChat()
  await user.type(field, 'Saturday?{Enter}')
  const post = await waitFor(() => asked.find(({ method, path }) => method === 'POST' && path === 'chat.php')!)
  const { id } = post.body as { id: string }
  const button = screen.getByRole('button', { name: 'Send message' })

  act(() => publish('message', { message: aMessage(4, { id, text: 'Saturday?', own: true }), conversation: { id: 'c1' }, profile_id: 'freja', total_unread_messages: 0 }))
  expect(await screen.findByText(/Sent/)).toBeVisible()
  expect(button).toHaveAccessibleDescription(/Free ?· 2 left/)

  act(() => answer({ ...sent(id, 'Saturday?'), price: { credits: 0, free_messages_left: 2, balance: 6 } }))
  await waitFor(() => expect(button).toHaveAccessibleDescription(/Free ?· 2 left/))
})

test('a message that failed is sent again with the same id', async () => {
  let down = true
  const asked = aServer(aChat(), { 'POST chat.php': ({ body }) => (down ? failure(500, 'internal') : sent((body as { id: string }).id, 'Hello')) })
  const { user, field, container } = await openChat()
  await user.type(field, 'Hello{Enter}')
  const retry = await screen.findByRole('button', { name: 'Not sent, retry' })
  await expectAccessible(container)

  down = false
  await user.click(retry)

  expect(await screen.findByText(/Sent/)).toBeVisible()
  const ids = asked.filter(({ method, path }) => method === 'POST' && path === 'chat.php').map(({ body }) => (body as { id: string }).id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('too few credits ask before sending and keep the text', async () => {
  const asked = aServer(aChat({ price: { credits: 2, free_messages_left: 0, balance: 1 } }))
  const { user, field } = await openChat()
  await user.type(field, 'Hello{Enter}')

  const dialog = await screen.findByRole('dialog', { name: 'Not enough credits' })
  expect(within(dialog).getByText('This message costs 2 credits and you have 1.')).toBeVisible()
  expect(within(dialog).getByRole('link', { name: 'Buy credits' })).toHaveAttribute('href', '/credits?next=%2Fchats%2Fc1')
  expect(field).toHaveValue('Hello')
  expect(asked.filter(({ method, path }) => method === 'POST' && path === 'chat.php')).toHaveLength(0)
})

test('what the server refuses comes back to the composer', async () => {
  aServer(aChat(), { 'POST chat.php': () => failure(403, 'premium_required') })
  const { user, field } = await openChat()
  await user.type(field, 'Hello{Enter}')
  expect(await screen.findByRole('dialog', { name: 'More conversations with premium' })).toBeVisible()
  expect(field).toHaveValue('Hello')
})

test('whoever was blocked is told so instead of a composer', async () => {
  aServer(aChat(), { 'POST chat.php': () => failure(403, 'blocked', { name: 'Freja' }) })
  const { user, field, container } = await openChat()
  await user.type(field, 'Hello{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent("You're blocked by Freja")
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  await expectAccessible(container)
})

test('opening marks as read, and shows where the unread ones begin', async () => {
  const asked = aServer(aChat({ own_read_seq: 1 }))
  await openChat()
  expect(await screen.findByText('New messages')).toBeVisible()
  await waitFor(() => expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ conversation_id: 'c1', read_seq: 3 }))
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

test('an address that names no conversation says so, and there is nothing to try again', async () => {
  aServer(aChat(), { 'GET chat.php': () => failure(422, 'validation_failed') })
  await show(<ChatsScreen of={{ conversation: 'nonsense' }} memberId="ann" />, { at: '/chats/nonsense' })
  expect(await screen.findByRole('heading', { level: 2, name: 'This conversation is not here' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

const justNow = aMessage(4, { text: 'Just now' })

test.each([
  ['a message that comes', () => publish('message', { message: justNow, conversation: { id: 'c1' }, profile_id: 'freja', total_unread_messages: 1 })],
  ['the beginning of the stream', () => publish('hello', { cursor: 1 })],
])('%s while a chat is read for the first time makes it be read again', async (_, happens) => {
  const newer = aChat({ messages: [...messages(1, 3), justNow], last_seq: 4 })
  let answer: (chat: Chat) => void = () => {}
  const first = new Promise<Chat>((resolve) => (answer = resolve))
  let times = 0
  aServer(aChat(), { 'GET chat.php': () => ((times += 1) === 1 ? first : newer) })
  const opening = openChat()
  await waitFor(() => expect(times).toBe(1))

  act(happens)
  await waitFor(() => expect(times).toBe(2))
  answer(aChat())

  await opening
  expect(await within(screen.getByRole('region', { name: 'Chat with Freja' })).findByText('Just now')).toBeVisible()
})

test('a live message that skips others fetches the difference', async () => {
  const more = messages(4, 6)
  aServer(aChat(), { 'GET chat.php': ({ query }) => (query.get('after') === '3' ? aChat({ messages: more }) : aChat()) })
  await openChat()
  const event = { message: more[2]!, conversation: { id: 'c1' }, profile_id: 'freja', total_unread_messages: 1 }
  act(() => publish('message', event))
  expect(await screen.findByText(/Message 5/)).toBeVisible()
  expect(screen.getAllByText(/Message 6/).length).toBeGreaterThan(0)
})

test('the partner’s reading and typing are seen at once', async () => {
  aServer(aChat({ messages: [aMessage(1, { own: true })] }))
  await openChat()
  expect(screen.getByText(/Sent/)).toBeVisible()
  act(() => publish('typing', { conversation_id: 'c1', profile_id: 'freja' }))
  expect(screen.getByText('Freja is typing')).toBeInTheDocument()
  act(() => publish('read', { conversation_id: 'c1', profile_id: 'freja', partner_read_seq: 1 }))
  expect(await screen.findByText(/· ?Read|Read/)).toBeVisible()
})

test('a draft is there again', async () => {
  aServer(aChat())
  const { user, field, unmount } = await openChat()
  await user.type(field, 'Half a thou')
  unmount()
  members -= 1
  expect((await openChat()).field).toHaveValue('Half a thou')
})

test('an Enter that ends a composition sends nothing', async () => {
  const asked = aServer(aChat())
  const { user, field } = await openChat()
  await user.type(field, 'にほん')
  act(() => void field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })))
  expect(field).toHaveValue('にほん')
  expect(asked.filter(({ method, path }) => method === 'POST' && path === 'chat.php')).toHaveLength(0)
})

test('near the end of the length there is a counter, and beyond it a reason', async () => {
  fakeApi({})
  aServer(aChat(), { 'GET settings.php': () => ({ settings: { ...settings, message_length: 10 } }) })
  const { user, field } = await openChat()
  await user.type(field, '12345678')
  expect(screen.getByText('8 of 10 characters')).toBeVisible()
  await user.type(field, '9012')
  expect(screen.getByRole('alert')).toHaveTextContent('This message is longer than 10 characters')
  expect(screen.getByRole('button', { name: 'Send message' })).toHaveAttribute('aria-disabled', 'true')
})

test('a removed chat is gone at once, stays for an undo, and is then deleted', async () => {
  const asked = aServer(aChat(), { 'DELETE chat.php': () => ({}) })
  const { user } = await openChat()
  const remove = () => user.click(screen.getByRole('button', { name: 'Remove chat with Freja' }))
  await remove()
  const rows = () => within(screen.getByRole('list', { name: 'Conversations' })).getAllByRole('listitem')
  expect(rows()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(rows()).toHaveLength(2)

  vi.useFakeTimers({ shouldAdvanceTime: true })
  await remove()
  await act(() => vi.advanceTimersByTimeAsync(6_100))
  vi.useRealTimers()
  expect(asked.find(({ method }) => method === 'DELETE')?.body).toEqual({ conversation_id: 'c1' })
})

test('what was unread of a removed chat is not counted any more, and is again after an undo', async () => {
  aServer(aChat(), { 'GET chats.php': () => ({ chats: [aSummary('c1', { profile: freja }), aSummary('c2', { profile: { ...freja, id: 'elsa', name: 'Elsa' }, num_unread_messages: 2 })], total_unread_messages: 2 }) })
  const Total = () => <output>{useChats().data?.total_unread_messages} in all</output>
  const { user } = await show([<ChatsScreen key="screen" of={null} memberId="ann" />, <Total key="total" />], { at: '/chats' })
  await screen.findByText('2 in all')
  await user.click(screen.getByRole('button', { name: 'Remove chat with Elsa' }))
  expect(await screen.findByText('0 in all')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('2 in all')).toBeVisible()
})

test('whoever leaves the page has removed the chat, without waiting', async () => {
  const asked = aServer(aChat(), { 'DELETE chat.php': () => ({}) })
  const { user } = await openChat()
  await user.click(screen.getByRole('button', { name: 'Remove chat with Freja' }))
  act(() => void window.dispatchEvent(new Event('pagehide')))
  await waitFor(() => expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1))
})

test('a removal that fails brings the chat back with a reason', async () => {
  aServer(aChat(), { 'DELETE chat.php': () => failure(500, 'internal') })
  const { user } = await openChat()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await user.click(screen.getByRole('button', { name: 'Remove chat with Freja' }))
  await act(() => vi.advanceTimersByTimeAsync(6_100))
  vi.useRealTimers()
  expect(await screen.findByText(/could not be removed/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Remove chat with Freja' })).toBeInTheDocument()
})

test('a long list goes on at a press, and nobody stands in it twice', async () => {
  const page = (ids: string[], has_older: boolean) => ({ chats: ids.map((id) => aSummary(id)), total_unread_messages: 0, has_older })
  aServer(aChat(), { 'GET chats.php': ({ query }) => (query.get('before') === 'c2' ? page(['c2', 'c3'], false) : page(['c1', 'c2'], true)) })
  const { user } = await show(<ChatsScreen of={null} memberId="ann" />, { at: '/chats' })
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
  await expectAccessible(container)
})

test('the end of the history is explained', async () => {
  aServer(aChat({ messages: messages(40, 44), last_seq: 44 }))
  await openChat()
  expect(screen.getByText('Older messages are no longer visible to protect your privacy')).toBeVisible()
})

test('a fictional partner is called so before anything is spent', async () => {
  aServer(aChat({ profile: { ...freja, fictional: true } }))
  await openChat()
  expect(screen.getByText(/Freja is a fictional profile/)).toBeVisible()
})

test('a chat one may not open says why and leads back', async () => {
  aServer(aChat(), { 'GET chat.php': () => failure(403, 'blocked', { name: 'Freja' }) })
  const { container } = await show(<ChatsScreen of={{ conversation: 'c1' }} memberId="ann" />, { at: '/chats/c1' })
  expect(await screen.findByRole('heading', { level: 2, name: "You're blocked by Freja" })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to messages' })).toHaveAttribute('href', '/chats')
  await expectAccessible(container)
})

test('the first message to someone brings the chat into the list, without asking in circles', async () => {
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
  const { user } = await show(
    <>
      <LiveUpdates />
      <ChatsScreen of={{ profile: 'freja' }} memberId="first" />
    </>,
    { at: '/members/freja/chat' },
  )
  expect(await screen.findByRole('heading', { name: 'Say hello to Freja' })).toBeVisible()
  await user.type(screen.getByRole('textbox'), 'Hello{Enter}')
  const event = { conversation: { id: 'c1' }, profile_id: 'freja', total_unread_messages: 0 }
  for (const seq of [5, 6, 7]) act(() => publish('message', { ...event, message: aMessage(seq, { own: true }) }))

  expect(await screen.findByRole('list', { name: 'Conversations' })).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 700))
  const count = () => asked.filter(({ path }) => path === 'chats.php').length
  const before = count()
  expect(before).toBeLessThan(10)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(count()).toBe(before)
})

test('the line above what was unread goes once one has answered', async () => {
  aServer(aChat({ own_read_seq: 1 }), { 'POST chat.php': ({ body }) => sent((body as { id: string }).id, 'Hello') })
  const { user, field } = await openChat()
  expect(await screen.findByText('New messages')).toBeVisible()
  await user.type(field, 'Hello{Enter}')
  await waitFor(() => expect(screen.queryByText('New messages')).not.toBeInTheDocument())
})

test('a reader is warned of what is a common trick', async () => {
  aServer(aChat({ messages: [aMessage(1, { text: 'Send me money', hints: ['money', 'phone'] }), aMessage(2, { text: 'Hello' })] }))
  const { container } = await openChat()
  expect(await screen.findByText('Be careful: never send money to someone you have not met.')).toBeVisible()
  expect(screen.queryByText(/own number/)).toBeNull()
  await expectAccessible(container)
})

test('what someone wrote who is gone stays, without a name, a profile or a composer', async () => {
  aServer(aChat({ profile: null, partner: 'deleted', messages: [aMessage(1, { text: 'See you' }), aMessage(2, { own: true, text: 'Hello?', undelivered: true, refunded: true }), aMessage(3, { own: true, text: 'For free', undelivered: true })] }), {
    'GET chats.php': () => ({ chats: [aSummary('c1', { profile: null, partner: 'deleted' })], total_unread_messages: 0 }),
  })
  members += 1
  const { container } = await show(<ChatsScreen of={{ conversation: 'c1' }} memberId={`ann-${members}`} />, { at: '/chats/c1' })

  expect(await screen.findByRole('heading', { level: 1, name: 'Deleted member' })).toBeVisible()
  expect(await screen.findByText('This member has deleted their account')).toBeVisible()
  expect(screen.getByText(/See you/)).toBeVisible()
  expect(screen.getAllByText(/Not delivered/).map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Not delivered, price refunded'), expect.not.stringContaining('refunded')])
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /profile/ })).not.toBeInTheDocument()
  await expectAccessible(container)
})

test('nobody writes to who has not confirmed their address, and the composer comes when they have', async () => {
  let chat = aChat({ partner: 'not_confirmed' })
  aServer(chat, { 'GET chat.php': () => chat })
  members += 1
  await show(<ChatsScreen of={{ conversation: 'c1' }} memberId={`ann-${members}`} />, { at: '/chats/c1' })
  expect(await screen.findByText('You can reply once Freja has confirmed their e-mail address')).toBeVisible()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()

  chat = aChat()
  act(() => publish('changed', { conversation_id: 'c1' }))

  expect(await screen.findByRole('textbox', { name: 'Message to Freja' })).toBeVisible()
})

test('whom one has blocked meanwhile is no longer shown, with the way back', async () => {
  let blocked = false
  const answer = () => (blocked ? failure(403, 'blocked_by_you', { name: 'Freja', profile_id: 'freja' }) : aChat())
  aServer(aChat(), { 'GET chat.php': answer })
  members += 1
  const slots = { unblock: ({ id }: { id: string }, onDone: () => void) => <button onClick={onDone}>{`Unblock ${id}`}</button> }
  const { user, container } = await show(<ChatsScreen of={{ conversation: 'c1' }} memberId={`ann-${members}`} slots={slots} />, { at: '/chats/c1' })
  await screen.findByRole('textbox', { name: 'Message to Freja' })

  blocked = true
  act(() => publish('changed', { conversation_id: 'c1' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'You have blocked Freja. Unblock them to write again' })).toBeVisible()
  expect(screen.queryByText(/Message 1/)).not.toBeInTheDocument()
  await expectAccessible(container)

  blocked = false
  await user.click(screen.getByRole('button', { name: 'Unblock freja' }))
  expect(await screen.findByRole('textbox', { name: 'Message to Freja' })).toBeVisible()
})

const aPhoto = { veiled: false, thumb_src: '/t.webp', src: '/s.webp', large_src: '/l.webp', thumbhash: null, width: 800, height: 600 }

test('a photo shows its price before it is sent, goes with its description, and stands in the chat', async () => {
  aServer(aChat(), { 'GET settings.php': () => ({ settings: { ...settings, photo_credits: 4 } }) })
  const { user, container } = await openChat()
  await user.click(screen.getByRole('button', { name: 'Send a photo' }))
  const dialog = await screen.findByRole('dialog', { name: 'Photo for Freja' })
  expect(within(dialog).getByText('This photo: 4 credits · 18 left')).toBeVisible()

  await user.upload(within(dialog).getByLabelText('Choose a photo', { selector: 'input' }), new File(['x'], 'beach.jpg', { type: 'image/jpeg' }))

  expect(await within(dialog).findByRole('textbox', { name: /Description/ })).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Send photo' })).toBeEnabled()
  await expectAccessible(container)
})

test('too few credits for a photo say so before one is chosen', async () => {
  aServer(aChat({ price: { credits: 2, free_messages_left: 0, balance: 3 } }), { 'GET settings.php': () => ({ settings: { ...settings, photo_credits: 4 } }) })
  const { user } = await openChat()
  await screen.findByText(/3 left/)
  await user.click(screen.getByRole('button', { name: 'Send a photo' }))
  expect(await screen.findByRole('dialog', { name: 'Not enough credits' })).toHaveTextContent('This message costs 4 credits and you have 3.')
})

test('a stranger’s photo is opened by its reader, and seen large', async () => {
  const veiled = { ...aPhoto, veiled: true, src: '/locked.webp', thumb_src: '/locked.webp', large_src: '/locked.webp' }
  const asked = aServer(aChat({ messages: [aMessage(1, { kind: 'photo', text: '', photo: veiled })] }), {
    'PUT chat-photo.php': () => ({ message: aMessage(1, { kind: 'photo', text: '', photo: aPhoto }) }),
  })
  const { user, container } = await openChat()
  expect(container.querySelector('img[src="/s.webp"]')).toBeNull()
  await expectAccessible(container)

  await user.click(screen.getByRole('button', { name: 'Show photo' }))

  const photo = await screen.findByRole('button', { name: 'Photo from Freja' })
  expect(photo).toHaveFocus()
  await user.click(photo)
  expect(await screen.findByRole('dialog', { name: 'Photo' })).toBeVisible()
  expect(asked.find(({ method, path }) => method === 'PUT' && path === 'chat-photo.php')?.body).toEqual({ message_id: 'm1' })
})

test('a photo whose links have run out is asked for anew, also one that was opened here, and is gone only when the server says so', async () => {
  const veiled = { ...aPhoto, veiled: true, src: '/locked.webp', thumb_src: '/locked.webp', large_src: '/locked.webp' }
  let answer: () => unknown = () => ({ message: aMessage(1, { kind: 'photo', text: '', photo: { ...aPhoto, src: '/newer.webp' } }) })
  aServer(aChat({ messages: [aMessage(1, { kind: 'photo', text: '', photo: veiled })] }), {
    'PUT chat-photo.php': () => ({ message: aMessage(1, { kind: 'photo', text: '', photo: aPhoto }) }),
    'GET chat-photo.php': () => answer(),
  })
  const { user, container } = await openChat()
  await user.click(screen.getByRole('button', { name: 'Show photo' }))
  fireEvent.error(await screen.findByRole('img', { name: 'Photo from Freja' }))
  await waitFor(() => expect(container.querySelector('img[src="/newer.webp"]')).not.toBeNull())

  vi.setSystemTime(Date.now() + 61_000)
  answer = () => failure(500, 'internal')
  fireEvent.error(screen.getByRole('img', { name: 'Photo from Freja' }))
  vi.setSystemTime(Date.now() + 61_000)
  answer = () => failure(404, 'not_found')
  expect(screen.queryByText('This photo is no longer available')).not.toBeInTheDocument()
  fireEvent.error(screen.getByRole('img', { name: 'Photo from Freja' }))
  expect(await screen.findByText('This photo is no longer available')).toBeVisible()
  vi.useRealTimers()
})

test('a photo that went with its sender is said to be gone, and a list says what was sent', async () => {
  aServer(aChat({ messages: [aMessage(1, { kind: 'photo', text: '', photo: null })] }), {
    'GET chats.php': () => ({ chats: [aSummary('c1', { profile: freja, last_message: { kind: 'photo', text: '', gift: null, own: true, sent_at: '2026-11-20T12:00:00Z' } })], total_unread_messages: 0 }),
  })
  await openChat()
  expect(screen.getByText('This photo is no longer available')).toBeVisible()
  expect(await screen.findByText('You: Photo')).toBeVisible()
})
