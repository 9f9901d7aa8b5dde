import { useEffect, useEffectEvent, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { address } from '@/api/client'
import { keys } from '@/api/keys'
import type { Chat, Id, Message, Price, User } from '@/api/types'
import { useChats } from '@/api/use-chats'
import { withBalance as withMemberBalance } from '@/api/wallet'
import { useLive } from '@/live/use-live'
import { withSettings, type Change } from '@/features/chat/model/changes'
import {
  opensGap,
  withBalance,
  withMessage,
  withNewer,
  withOlder,
  withPartnerRead,
  withUpdated,
} from '@/features/chat/model/timeline'
import { fetchChat, fetchPage, type ChatOf } from './fetch-chat'
import { useDelivered, useUnsent } from '@/outbox/use-outbox'
import { useSteadyPrice } from './use-steady-price'
import { useChange } from './use-change'
import { useChangeResults } from './change-queue'

/** One chat from the server, kept current by the outbox and by live events. */
export function useChat(of: ChatOf) {
  const key = address('chat.php', of)
  const { known, change, refresh } = useChange<Chat>(key)
  const price = useSteadyPrice(known)
  const {
    data: chat,
    error,
    isValidating,
  } = useSWR<Chat>(key, () => price.read(() => fetchChat(of, known())), { dedupingInterval: 0 })

  const add = (message: Message) => {
    const chat = known()
    change((chat) => withMessage(chat, message))
    if (chat && opensGap(chat, message)) refresh()
  }
  /** The state may be stale: read the newest page and the partner again. */
  const renew = async () => {
    try {
      const newest = await price.read(() => fetchPage(of))
      change((chat) => withNewer(chat, newest))
    } catch {
      refresh()
    }
  }
  const isHere = (conversationId: Id, profileId: Id) => {
    const chat = known()
    if (!chat) return 'profile' in of ? of.profile === profileId : of.conversation === conversationId
    return chat.conversation?.id === conversationId || chat.profile?.id === profileId
  }

  // The stream begins at the cursor of the list. A message between the reading of this chat and of the list is in the list
  // and in no event.
  const { data: list } = useChats()
  const listed = list?.chats.find(({ conversation, profile }) =>
    isHere(conversation.id, profile?.id ?? ''),
  )?.last_message
  const newest = chat?.messages.at(-1)
  const isBehind = chat && listed && !(newest && Date.parse(newest.sent_at) >= Date.parse(listed.sent_at))
  const behind = isBehind ? listed.sent_at : null
  const catchUp = useEffectEvent(refresh)
  useEffect(() => {
    if (behind) catchUp()
  }, [behind])

  const unsent = useUnsent()
  const isSending = (id: Id) => unsent.some((item) => item.id === id && item.state === 'sending')

  useLive('message', ({ message, conversation, profile_id }) => {
    if (isHere(conversation.id, profile_id)) add(message)
    // A message was sent from another page: fewer are free now, and only an answer has the number.
    if (message.own && known()?.price.free_messages_left && !isSending(message.id)) void renew()
  })
  const update = (message: Message) => change((chat) => withUpdated(chat, message))
  useLive('updated', ({ message }) => update(message))
  const settle = (made: Change, message: Message | null) =>
    message ? update(message) : change((chat) => withSettings(chat, chat.conversation?.id, [made]))
  useChangeResults({ onDone: settle, onRefused: () => void renew() })
  useLive('read', ({ conversation_id, profile_id, partner_read_seq }) => {
    if (isHere(conversation_id, profile_id)) change((chat) => withPartnerRead(chat, partner_read_seq))
  })
  useLive('changed', ({ conversation_id }) => {
    const chat = known()
    if (!chat) refresh()
    else if (chat.conversation?.id === conversation_id) void renew()
  })
  useLive('balance', (balance) => {
    if (!price.isSending()) change((chat) => withBalance(chat, balance))
  })
  useTellBalance(chat?.price)
  // Changes of known messages are in no later event: read them again.
  useLive('hello', () => void renew())
  useDelivered(({ profileId, message, conversation, price: after }) => {
    price.taken()
    // Whoever it went to, it was paid from the one balance.
    change((chat) => ({ ...chat, price: after }))
    if (isHere(conversation.id, profileId)) add(message)
  })

  const older = useOlder(of, known, change)
  return { chat, error: error as unknown, isValidating, change, refresh, older }
}

/** The balance of an answer of the chat is the member's everywhere, also where their own answer is from before. */
function useTellBalance(price: Price | undefined) {
  const { mutate } = useSWRConfig()
  const { balance: credits, wallet_version = 0 } = price ?? { balance: 0 }
  useEffect(() => {
    if (wallet_version === 0) return
    void mutate(keys.user, (user?: User | null) => user && withMemberBalance(user, { credits, wallet_version }), {
      revalidate: false,
    })
  }, [mutate, credits, wallet_version])
}

/** Messages above one that is jumped to. */
const around = 10

function useOlder(of: ChatOf, known: () => Chat | undefined, change: (next: (chat: Chat) => Chat) => void) {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  const load = async () => {
    const first = known()?.messages[0]
    if (!first || state.busy) return
    setState({ busy: true, error: null })
    try {
      const page = await fetchPage(of, { before: first.seq })
      change((chat) => withOlder(chat, page))
      setState({ busy: false, error: null })
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  /** Loads back to that message, and a few before it. */
  const reach = async (seq: number) => {
    for (;;) {
      const first = known()?.messages[0]
      if (!first || first.seq <= seq || !known()?.has_older) return
      const page = await fetchPage(of, { before: first.seq, since: Math.max(0, seq - around) })
      if (page.messages.length === 0) return
      change((chat) => withOlder(chat, page))
    }
  }
  return { ...state, load: () => void load(), reach }
}
