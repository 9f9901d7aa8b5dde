import type { Card, Chat, ChatSummary, Message } from '@/api/types'

export const freja: Card = {
  id: 'freja',
  name: 'Freja',
  age: 38,
  gender: 'female',
  country: 'NL',
  region: 'UT',
  region_name: 'Utrecht',
  town: 'Utrecht',
  fictional: false,
  demonstration: false,
  presence: 'today',
  is_new: false,
  is_paused: false,
  verified_in: null,
  main_image: null,
}

export function aMessage(seq: number, more: Partial<Message> = {}): Message {
  const sent_at = new Date(Date.UTC(2026, 10, 20, 12, seq)).toISOString()
  return {
    id: `m${seq}`,
    conversation_id: 'c1',
    seq,
    own: false,
    kind: 'text',
    text: `Message ${seq}`,
    gift: null,
    photo: null,
    voice: null,
    call: null,
    sent_at,
    hints: [],
    undelivered: false,
    refunded: false,
    is_reply: false,
    quote: null,
    reactions: { own: null, partner: null },
    retracted: false,
    retractable_until: null,
    ...more,
  }
}

export function messages(from: number, to: number): Message[] {
  return Array.from({ length: to - from + 1 }, (_, index) => aMessage(from + index))
}

export function aChat(more: Partial<Chat> = {}): Chat {
  const said = more.messages ?? messages(1, 3)
  return {
    conversation: { id: 'c1' },
    profile: freja,
    partner: 'here',
    muted: false,
    archived: false,
    calls: null,
    messages: said,
    partner_read_seq: 0,
    own_read_seq: said.at(-1)?.seq ?? 0,
    last_seq: said.at(-1)?.seq ?? 0,
    removed_before_seq: 0,
    has_older: false,
    price: { credits: 2, free_messages_left: 0, balance: 18, wallet_version: 1 },
    translator: null,
    ...more,
  }
}

export function aSummary(id: string, more: Partial<ChatSummary> = {}): ChatSummary {
  const last_message = {
    kind: 'text' as const,
    text: 'Hi',
    gift: null,
    call: null,
    own: false,
    retracted: false,
    sent_at: '2026-11-20T12:00:00Z',
  }
  return {
    conversation: { id },
    profile: { ...freja, id: `with-${id}` },
    partner: 'here',
    muted: false,
    archived: false,
    num_unread_messages: 0,
    last_message,
    updated_at: last_message.sent_at,
    ...more,
  }
}
