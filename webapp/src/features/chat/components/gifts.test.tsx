import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aChat, aMessage, aSummary, freja } from '@tests/chat-makers'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { Chat } from '@/api/types'
import { ChatsScreen } from './chats-screen'
import { GiftAction } from './gift-action'
// They come when they are asked for; here they are there from the start.
import './gift-drawing'
import './gift-sheet'
import './icebreaker-sheet'

const settings = { message_credits: 2, message_length: 1000, free_messages: 3 }
const gifts = [
  { id: 'rose', credits: 5 },
  { id: 'star', credits: 20 },
]
const lines = [{ id: 'coffee', text: 'Coffee or tea?', credits: 1 }]
const ann = { id: 'ann', name: 'Ann', credits: 18, paid_user: true }
let members = 0

function aServer(chat: Chat, more: Parameters<typeof fakeApi>[0] = {}) {
  return fakeApi({
    'GET user.php': () => ({ user: { ...ann, id: `gifts-${members}` } }),
    'GET settings.php': () => ({ settings }),
    'GET gifts.php': () => ({ gifts, balance: 18 }),
    'GET icebreakers.php': () => ({ icebreakers: lines, balance: 18 }),
    'GET chats.php': () => ({ chats: [aSummary('c1', { profile: freja })], total_unread_messages: 0 }),
    'GET chat.php': ({ query }) => (query.has('after') ? { ...chat, messages: [] } : chat),
    'PUT chat.php': () => ({ total_unread_messages: 0 }),
    'POST typing.php': () => ({}),
    ...more,
  })
}

const nobodyWrote = aChat({ messages: [], conversation: null, last_seq: 0 })
const posts = (asked: ReturnType<typeof aServer>) =>
  asked.filter(({ method, path }) => method === 'POST' && path === 'chat.php').map(({ body }) => body as { id: string })
const sent = (body: unknown) => ({
  message: aMessage(1, { own: true, text: '', ...(body as object) }),
  conversation: { id: 'c1' },
  price: { credits: 2, free_messages_left: 0, balance: 13, wallet_version: 1 },
})

async function open(at = '/chats/c1') {
  members += 1
  return show(<ChatsScreen of={{ conversation: 'c1' }} memberId={`gifts-${members}`} />, { at })
}

async function chooseGift(user: Awaited<ReturnType<typeof open>>['user'], name: RegExp) {
  await user.click(await screen.findByRole('button', { name: 'A gift for Freja' }))
  const sheet = await screen.findByRole('dialog', { name: 'A gift for Freja' })
  await user.click(await within(sheet).findByRole('radio', { name }))
  return sheet
}

test('a gift shows its price and the balance before it is sent, and then lies in the chat', async () => {
  const asked = aServer(aChat(), { 'POST chat.php': ({ body }) => sent({ ...(body as object), seq: 4 }) })
  const { user, container } = await open()
  const sheet = await chooseGift(user, /rose 5 credits/i)
  expect(sheet).toHaveTextContent(/Price 5 credits · 18 left/)
  await user.type(within(sheet).getByRole('textbox', { name: 'Add a message' }), 'For you')
  await expectAccessible(container)

  await user.click(within(sheet).getByRole('button', { name: 'Send for 5 credits' }))

  expect(await screen.findByRole('figure')).toHaveTextContent('You sent a rose')
  expect(screen.getByText('For you')).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(posts(asked)).toEqual([
    { id: expect.any(String), profile_id: 'freja', kind: 'gift', gift: 'rose', text: 'For you' },
  ])
  await expectAccessible(container)
})

test('a gift that failed lies in the chat, and goes again under the same id', async () => {
  let isDown = true
  const asked = aServer(aChat(), {
    'POST chat.php': ({ body }) => (isDown ? failure(500, 'internal') : sent({ ...(body as object), seq: 4 })),
  })
  const { user, container } = await open()
  const sheet = await chooseGift(user, /rose/i)
  await user.click(within(sheet).getByRole('button', { name: 'Send for 5 credits' }))
  const retry = await screen.findByRole('button', { name: 'Not sent, retry' })
  expect(screen.getByRole('figure')).toHaveTextContent(/^rose$/)
  await expectAccessible(container)

  isDown = false
  await user.click(retry)

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Not sent, retry' })).toBeNull())
  expect(screen.getByRole('figure')).toHaveTextContent('You sent a rose')
  expect(posts(asked)).toHaveLength(2)
  expect(new Set(posts(asked).map(({ id }) => id)).size).toBe(1)
})

test('with too few credits nothing is sent, and the choice is kept for after the purchase', async () => {
  const asked = aServer(aChat())
  const { user, unmount } = await open()
  const sheet = await chooseGift(user, /star/i)
  await user.click(within(sheet).getByRole('button', { name: 'Send for 20 credits' }))

  expect(within(sheet).getByRole('alert')).toHaveTextContent(
    'This costs 20 credits and you have 18. We’ve kept your choice.',
  )
  expect(within(sheet).getByRole('link', { name: 'Buy credits' })).toHaveAttribute(
    'href',
    `/credits?next=${encodeURIComponent('/chats/c1?gift')}`,
  )
  expect(posts(asked)).toEqual([])
  unmount()

  await show(<ChatsScreen of={{ conversation: 'c1' }} memberId={`gifts-${members}`} />, { at: '/chats/c1?gift' })
  expect(await screen.findByRole('radio', { name: /star/i })).toBeChecked()
})

test('of a fictional profile the sheet says so before any price', async () => {
  aServer(aChat())
  const { user, container } = await show(<GiftAction partner={{ ...freja, fictional: true }} memberId="ann" />)
  await user.click(screen.getByRole('button', { name: 'A gift for Freja' }))
  const warning = await screen.findByText(/Freja is a fictional profile/)
  const price = await screen.findByText('5 credits')
  expect(warning.compareDocumentPosition(price) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await expectAccessible(container)
})

test('a closed sheet gives the focus back', async () => {
  aServer(aChat())
  const { user } = await open()
  const button = await screen.findByRole('button', { name: 'A gift for Freja' })
  await user.click(button)
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(button).toHaveFocus())
})

test('gifts are described in words, in the list and from the partner', async () => {
  const given = aChat({ messages: [aMessage(1, { kind: 'gift', gift: 'rose', text: '' })] })
  const last_message = {
    kind: 'gift' as const,
    call: null,
    text: '',
    gift: 'rose' as const,
    own: false,
    retracted: false,
    sent_at: '2026-11-20T12:00:00Z',
  }
  aServer(given, {
    'GET chats.php': () => ({ chats: [aSummary('c1', { profile: freja, last_message })], total_unread_messages: 0 }),
  })
  await open()
  expect(await screen.findByText('Freja sent you a rose')).toBeVisible()
  expect(await screen.findByText('Sent you a rose')).toBeVisible()
})

test('an empty chat offers opening lines, which can be edited before they are sent', async () => {
  const asked = aServer(nobodyWrote, {
    'POST chat.php': ({ body }) => sent({ id: (body as { id: string }).id, text: (body as { text: string }).text }),
  })
  const { user, container } = await open()
  await user.click(await screen.findByRole('button', { name: 'Opening lines' }))
  const sheet = await screen.findByRole('dialog', { name: 'Start with a question' })
  await user.click(await within(sheet).findByRole('radio', { name: /Coffee or tea\? 1 credit/ }))
  const field = within(sheet).getByRole('textbox', { name: 'Your opening line to Freja' })
  expect(field).toHaveValue('Coffee or tea?')
  await user.type(field, ' Or a walk?')
  await expectAccessible(container)

  await user.click(within(sheet).getByRole('button', { name: 'Send for 1 credit' }))

  expect(await screen.findByText('Coffee or tea? Or a walk?')).toBeVisible()
  expect(posts(asked)).toEqual([
    {
      id: expect.any(String),
      profile_id: 'freja',
      kind: 'text',
      icebreaker: 'coffee',
      text: 'Coffee or tea? Or a walk?',
    },
  ])
  expect(screen.queryByRole('button', { name: 'Opening lines' })).not.toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Message to Freja' })).toHaveFocus()
})

test('opening lines can be dismissed, and a chat with messages has none', async () => {
  aServer(nobodyWrote)
  const { user, unmount } = await open()
  await user.click(await screen.findByRole('button', { name: 'Opening lines' }))
  await user.click(await screen.findByRole('button', { name: 'No, I’ll write my own' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  unmount()

  aServer(aChat())
  await open()
  expect(await screen.findByRole('button', { name: 'A gift for Freja' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Opening lines' })).not.toBeInTheDocument()
})
