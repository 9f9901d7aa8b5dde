import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aChat, aMessage, messages } from '@tests/chat-makers'
import { aServer, openChat, sent } from '@tests/chat-screen'
import { pass, stopClock } from '@tests/clock'
import { failure } from '@tests/fake-api'
import { expectAccessible } from '@tests/render'
import type { Message } from '@/api/types'
import { createLiveEvents } from '@/live/stream'
import { Singletons } from '@/singletons'

afterEach(() => vi.restoreAllMocks())

const soon = () => new Date(Date.now() + 60_000).toISOString()
const ownMessage = () => aMessage(4, { own: true, text: 'Rose Lane 12', retractable_until: soon() })
const optionsOf = (text: string) =>
  within(screen.getByText(text).closest('li')!).getByRole('button', { name: 'Options for this message' })
const menu = () => screen.getByRole('group', { name: 'Options for this message' })

function network(isThere: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere)
  act(() => void window.dispatchEvent(new Event(isThere ? 'online' : 'offline')))
}

test('a reaction shows at once and is sent', async () => {
  const reacted = aMessage(2, { reactions: { own: 'heart', partner: null } })
  const asked = aServer(aChat(), { 'PUT chat-reaction.php': () => ({ message: reacted }) })
  const { user } = await openChat()
  await user.click(optionsOf('Message 2'))
  await expectAccessible(document.body)
  await user.click(within(menu()).getByRole('button', { name: 'Heart' }))

  expect(screen.getByText('Your reaction: Heart')).toBeInTheDocument()
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'chat-reaction.php')?.body).toEqual({
      message_id: 'm2',
      reaction: 'heart',
    }),
  )
  await user.click(optionsOf('Message 2'))
  expect(within(menu()).getByRole('button', { name: 'Heart' })).toHaveAttribute('aria-pressed', 'true')
})

test('without a network only the last reaction is queued, and is sent with the network', async () => {
  const asked = aServer(aChat(), { 'PUT chat-reaction.php': () => ({ message: aMessage(2) }) })
  const { user } = await openChat()
  network(false)
  for (const name of ['Heart', 'Fire']) {
    await user.click(optionsOf('Message 2'))
    await user.click(within(menu()).getByRole('button', { name }))
  }
  expect(screen.getByText('Your reaction: Fire')).toBeInTheDocument()
  const reactions = () => asked.filter(({ path }) => path === 'chat-reaction.php').map(({ body }) => body)
  expect(reactions()).toEqual([])

  network(true)
  await waitFor(() => expect(reactions()).toEqual([{ message_id: 'm2', reaction: 'fire' }]))
})

test('a refused reaction goes away with a reason', async () => {
  aServer(aChat(), { 'PUT chat-reaction.php': () => failure(409, 'message_taken_back') })
  const { user } = await openChat()
  await user.click(optionsOf('Message 2'))
  await user.click(within(menu()).getByRole('button', { name: 'Wow' }))

  expect(await screen.findByText('This message has been taken back.')).toBeVisible()
  expect(screen.queryByText('Your reaction: Wow')).not.toBeInTheDocument()
})

test('an answer names the message it answers', async () => {
  const asked = aServer(aChat(), { 'POST chat.php': ({ body }) => sent((body as { id: string }).id, 'Yes!') })
  const { user, field } = await openChat()
  await user.click(optionsOf('Message 2'))
  await user.click(within(menu()).getByRole('button', { name: 'Reply' }))
  expect(within(screen.getByRole('group', { name: 'Replying to Freja' })).getByText('Message 2')).toBeVisible()
  await user.type(field, 'Yes!{Enter}')

  await waitFor(() =>
    expect(asked.find(({ method, path }) => method === 'POST' && path === 'chat.php')?.body).toMatchObject({
      text: 'Yes!',
      reply_to: 'm2',
    }),
  )
  expect(screen.queryByRole('group', { name: 'Replying to Freja' })).not.toBeInTheDocument()
})

test('a quote stands above its answer, and says when its message is gone', async () => {
  const quote = { id: 'm1', own: true, kind: 'text' as const, text: 'Tea?', gift: null }
  aServer(aChat({ messages: [aMessage(2, { is_reply: true, quote }), aMessage(3, { is_reply: true })] }))
  await openChat()

  expect(screen.getByRole('button', { name: /You\s*Tea\?/ })).toBeVisible()
  expect(screen.getByText('This message is no longer available')).toBeVisible()
})

test('a message is taken back after a question that says what it does', async () => {
  const own = ownMessage()
  const gone = { ...own, text: '', retracted: true, retractable_until: null }
  const asked = aServer(aChat({ messages: [...messages(1, 3), own] }), {
    'DELETE chat-message.php': () => ({ message: gone }),
  })
  const { user } = await openChat()
  await user.click(optionsOf('Rose Lane 12'))
  await user.click(within(menu()).getByRole('button', { name: 'Take back' }))
  const dialog = screen.getByRole('dialog', { name: 'Take back this message?' })
  expect(within(dialog).getByText(/for 15 minutes/)).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Take back' }))

  expect(screen.queryByText('Rose Lane 12')).not.toBeInTheDocument()
  expect(screen.getByText('Message taken back')).toBeVisible()
  await waitFor(() =>
    expect(asked.find(({ path }) => path === 'chat-message.php')?.body).toEqual({ message_id: own.id }),
  )
})

test('nothing is offered to be taken back once its time is over', async () => {
  aServer(aChat({ messages: [{ ...ownMessage(), retractable_until: '2020-01-01T00:00:00Z' }] }))
  const { user } = await openChat()
  await user.click(optionsOf('Rose Lane 12'))

  expect(within(menu()).queryByRole('button', { name: 'Take back' })).not.toBeInTheDocument()
})

test('a message retracted by the partner disappears from an open page at once', async () => {
  aServer()
  const singletons = new Singletons()
  await openChat({ singletons })
  act(() => {
    const message = aMessage(2, { text: '', retracted: true })
    singletons.get(createLiveEvents).publish('updated', { message, profile_id: 'freja' })
  })

  expect(screen.queryByText('Message 2')).not.toBeInTheDocument()
  expect(screen.getByText('Message taken back')).toBeVisible()
})

test('of a message that was taken back nothing is left but to report it', async () => {
  const gone = { text: '', retracted: true }
  aServer(aChat({ messages: [aMessage(2, gone), aMessage(3, { ...gone, own: true })], last_seq: 3 }))
  const { user } = await openChat({ slots: { blocking: (_, draw) => <>{draw(vi.fn())}</> } })
  await user.click(screen.getByRole('button', { name: 'Options for this message' }))

  expect(within(menu()).getAllByRole('button')).toHaveLength(1)
  expect(within(menu()).getByRole('button', { name: 'Block Freja' })).toBeVisible()
  expect(within(menu()).getByRole('link', { name: 'Report this message' })).toBeVisible()
})

const thumbs = { thumb_src: '/a', src: '/b', large_src: '/c', thumbhash: null, width: 40, height: 30 }

test.each<Partial<Message>>([
  { kind: 'text' },
  { kind: 'text', hints: ['money'] },
  { kind: 'gift', gift: 'rose', text: '' },
  { kind: 'photo', photo: { ...thumbs, veiled: true, doubtful: false }, text: '' },
  { kind: 'photo', photo: { ...thumbs, veiled: false, doubtful: false } },
  { kind: 'voice', voice: { src: '/v', mp3_src: '/m', milliseconds: 2_000, peaks: [1, 100] }, text: '' },
  { text: '', retracted: true },
])('report and block are two presses away from a message of the partner: %o', async (shape) => {
  aServer(aChat({ messages: [aMessage(2, shape)], last_seq: 2 }))
  const onBlock = vi.fn()
  const { user } = await openChat({ slots: { blocking: (_, draw) => <>{draw(onBlock)}</> } })
  await user.click(screen.getByRole('button', { name: 'Options for this message' }))
  expect(within(menu()).getByRole('link', { name: 'Report this message' })).toHaveAttribute(
    'href',
    '/complaints?about=freja&message=m2',
  )
  await user.click(within(menu()).getByRole('button', { name: 'Block Freja' }))
  expect(onBlock).toHaveBeenCalled()
})

test('the arrow keys move between the messages, of which one is in the tab order', async () => {
  aServer()
  const { user } = await openChat()
  const all = screen.getAllByRole('button', { name: 'Options for this message' })
  expect(all.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0])
  all.at(-1)!.focus()
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(all[0]).toHaveFocus()
})

test('a long press opens the options, a scroll does not', async () => {
  aServer()
  await openChat()
  stopClock()
  const message = screen.getByText('Message 2')
  fireEvent.pointerDown(message, { pointerType: 'touch', clientX: 50, clientY: 50 })
  fireEvent.pointerMove(message, { pointerType: 'touch', clientX: 50, clientY: 90 })
  await pass(1_000)
  expect(screen.queryByRole('group', { name: 'Options for this message' })).not.toBeInTheDocument()

  fireEvent.pointerDown(message, { pointerType: 'touch', clientX: 50, clientY: 50 })
  await pass(1_000)
  // Opened before the finger is lifted, the release would close it.
  expect(screen.queryByRole('group', { name: 'Options for this message' })).not.toBeInTheDocument()
  fireEvent.pointerUp(message, { pointerType: 'touch' })
  await pass(1)
  expect(menu()).toBeVisible()
})
