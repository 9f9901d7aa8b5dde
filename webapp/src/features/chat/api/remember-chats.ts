import { useEffect, useMemo, useState } from 'react'
import { address } from '@/api/client'
import type { DeviceMemory, Entry } from '@/api/device/device-memory'
import { createMemoryLoader } from '@/api/device/memory-loader'
import { keys } from '@/api/keys'
import type { Chat, Id, User } from '@/api/types'
import { useChats } from '@/api/use-chats'
import { useMember } from '@/api/use-member'
import { useSettings } from '@/api/use-settings'
import { useOutbox } from '@/outbox/use-outbox'
import { useSingleton } from '@/singletons'
import { useLive } from '@/live/use-live'
import { isForgotten, newestOf, newestOfList } from '@/features/chat/model/remembered'
import type { ChatOf } from './fetch-chat'
import { useRemoving } from './removals'

// A failed write costs the entry without a network, nothing else.
const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)

const kind = 'chat:'
/** The addresses of the chats on the screen: the list does not name one yet that has just begun. */
const createShownChats = () => new Set<string>()
const isChat = (entry: Entry): entry is Entry<Chat> => entry.id.startsWith(kind)

function addresses({ conversation, profile }: Chat): string[] {
  const own: (ChatOf | null)[] = [conversation && { conversation: conversation.id }, profile && { profile: profile.id }]
  return own.filter((of) => of !== null).map((of) => address('chat.php', of))
}

/** The writes to the device memory, which is loaded for the first of them. */
function createWriter(load: () => Promise<DeviceMemory>) {
  const forgetWhere = async (memberId: Id, isGone: (entry: Entry) => boolean) =>
    (await load()).forgetWhere(memberId, isGone)
  const remember = async (memberId: Id, id: string, keys: readonly string[], data: unknown) =>
    (await load()).remember(memberId, id, keys, data)
  return {
    rememberMember: async (user: User) => (await load()).rememberMember(user),
    remember,
    forgetWhere,
    forgetChat: (memberId: Id, key: string) => forgetWhere(memberId, ({ keys }) => keys.includes(key)),
    async rememberChat(memberId: Id, chat: Chat) {
      const [id, ...others] = addresses(chat)
      if (id) await remember(memberId, kind + id, [id, ...others], newestOf(chat))
    },
  }
}

function useWriter() {
  const load = useSingleton(createMemoryLoader)
  return useMemo(() => createWriter(load), [load])
}

interface Shown {
  chat: Chat | undefined
  /** Whether the chat may not be read any more. */
  isClosed: boolean
  /** Whether the outbox has a message to its partner. */
  isWaiting: boolean
}

/** Remembers a chat as it is shown. A chat without messages is remembered only for its unsent first one. */
export function useRememberChat(of: ChatOf, { chat, isClosed, isWaiting }: Shown): void {
  const memberId = useMember()?.id
  const known = !isClosed && (chat?.conversation || isWaiting) ? chat : undefined
  const key = address('chat.php', of)
  const writer = useWriter()
  const shownChats = useSingleton(createShownChats)
  useEffect(() => {
    shownChats.add(key)
    return () => void shownChats.delete(key)
  }, [key, shownChats])
  useEffect(() => {
    if (memberId && known) quietly(writer.rememberChat(memberId, known))
  }, [memberId, known, writer])
  useEffect(() => {
    if (memberId && isClosed) quietly(writer.forgetChat(memberId, key))
  }, [memberId, isClosed, key, writer])
}

/** Remembers an answer that is the same for all chats. */
export function useRememberAnswer(key: string, data: unknown): void {
  const memberId = useMember()?.id
  const writer = useWriter()
  useEffect(() => {
    if (memberId && data !== undefined) quietly(writer.remember(memberId, key, [key], data))
  }, [memberId, key, data, writer])
}

/** Remembers the list on every screen, and deletes the chats that it does not name any more. */
export function useRememberList(user: User): void {
  const memberId = user.id
  const [first] = useState(memberId)
  const { settings } = useSettings()
  const { data: list } = useChats()
  const removing = useRemoving()
  const outbox = useOutbox()
  const writer = useWriter()
  const shownChats = useSingleton(createShownChats)

  useEffect(() => {
    // The data of this page belongs to another member.
    if (user.id === first) quietly(writer.rememberMember(user))
    else window.location.reload()
  }, [user, first, writer])
  useRememberAnswer(keys.settings, settings)
  useEffect(() => {
    if (!list || memberId !== first) return
    const kept = newestOfList(list, new Set(removing.keys()))
    const waitingFor = outbox.messages().map(({ profileId }) => profileId)
    quietly(writer.remember(memberId, keys.chats, [keys.chats], kept))
    const isOver = (entry: Entry) =>
      isChat(entry) && !entry.keys.some((key) => shownChats.has(key)) && isForgotten(entry.data, kept, waitingFor)
    quietly(writer.forgetWhere(memberId, isOver))
  }, [memberId, first, list, removing, outbox, writer, shownChats])

  // Refunded, removed, blocked or with an erased partner: an open page reads the chat again.
  useLive('changed', ({ conversation_id: conversation }) =>
    quietly(writer.forgetChat(memberId, address('chat.php', { conversation }))),
  )
  // The words of a message that was taken back stay on no device.
  useLive(
    'updated',
    ({ message: { retracted, conversation_id: conversation } }) =>
      retracted && quietly(writer.forgetChat(memberId, address('chat.php', { conversation }))),
  )
}
