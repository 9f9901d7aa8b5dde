import { screen } from '@testing-library/react'
import { ChatsScreen } from '@/features/chat/components/chats-screen'
import type { Chat } from '@/api/types'
import { Singletons } from '@/singletons'
import { aChat, aMessage, aSummary, freja } from './chat-makers'
import { fakeApi } from './fake-api'
import { show } from './render'

export const settings = { message_credits: 2, message_length: 1000, free_messages: 3 }
let members = 0
let memberId = 'ann-0'

/** Somebody new, so that nothing another test left on the device is theirs. */
export function someoneNew(): string {
  members += 1
  return `ann-${members}`
}

/** A server with one chat; every handler can be replaced. */
export function aServer(chat: Chat = aChat(), more: Parameters<typeof fakeApi>[0] = {}) {
  return fakeApi({
    'GET user.php': () => ({ user: { id: memberId, name: 'Ann', credits: 18, paid_user: true } }),
    'GET settings.php': () => ({ settings }),
    'GET chats.php': () => ({
      chats: [aSummary('c1', { profile: freja }), aSummary('c2', { profile: { ...freja, id: 'elsa', name: 'Elsa' } })],
      total_unread_messages: 0,
    }),
    'GET chat.php': ({ query }) => (query.has('after') ? { ...chat, messages: [] } : chat),
    'PUT chat.php': () => ({ total_unread_messages: 0 }),
    'POST typing.php': () => ({}),
    ...more,
  })
}

type Slots = Parameters<typeof ChatsScreen>[0]['slots']

interface Options {
  member?: string
  slots?: Slots
  singletons?: Singletons
}

/** The conversation with Freja, opened by its address. */
export async function showChat({ member = someoneNew(), slots, singletons = new Singletons() }: Options = {}) {
  memberId = member
  const view = await show(<ChatsScreen of={{ conversation: 'c1' }} memberId={member} {...(slots && { slots })} />, {
    at: '/chats/c1',
    singletons,
  })
  return { ...view, member }
}

/** The same, once one can write in it. */
export async function openChat(more: Parameters<typeof showChat>[0] = {}) {
  const view = await showChat(more)
  return { ...view, field: await screen.findByRole('textbox', { name: 'Message to Freja' }) }
}

/** What the server answers to a message it took. */
export const sent = (id: string, text: string, balance = 16) => ({
  message: aMessage(4, { id, text, own: true }),
  conversation: { id: 'c1' },
  price: { credits: 2, free_messages_left: 0, balance, wallet_version: 1 },
})
