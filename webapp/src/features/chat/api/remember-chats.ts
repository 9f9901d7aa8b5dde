import { useEffect, useState } from 'react'
import { address } from '@/api/client'
import type { Entry } from '@/api/device/device-memory'
import { keys } from '@/api/keys'
import type { Chat, Id, User } from '@/api/types'
import { useChats } from '@/api/use-chats'
import { useMember } from '@/api/use-member'
import { useSettings } from '@/api/use-settings'
import { useOutbox } from '@/outbox/use-outbox'
import { useLive } from '@/live/use-live'
import { isForgotten, newestOf, newestOfList } from '@/features/chat/model/remembered'
import type { ChatOf } from './fetch-chat'
import { useRemoving } from './removals'

/** Asked for as it is where things are recalled: whoever remembers something has that part, too, without a network. */
const memory = () => import('@/api/device/device-memory')
// What cannot be remembered is only not there without a network.
const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)

const kind = 'chat:'
/** The addresses of what is drawn now: the list may not name a chat yet that has just begun. */
const drawn = new Set<string>()
const isChat = (entry: Entry): entry is Entry<Chat> => entry.id.startsWith(kind)

function addresses({ conversation, profile }: Chat): string[] {
  const own: (ChatOf | null)[] = [conversation && { conversation: conversation.id }, profile && { profile: profile.id }]
  return own.filter((of) => of !== null).map((of) => address('chat.php', of))
}

async function remember(memberId: Id, id: string, keys: readonly string[], data: unknown): Promise<void> {
  await (await memory()).remember(memberId, id, keys, data)
}

async function forgetWhere(memberId: Id, isGone: (entry: Entry) => boolean): Promise<void> {
  await (await memory()).forgetWhere(memberId, isGone)
}

async function rememberChat(memberId: Id, chat: Chat): Promise<void> {
  const [id, ...others] = addresses(chat)
  if (id) await remember(memberId, kind + id, [id, ...others], newestOf(chat))
}

const forgetChat = (memberId: Id, key: string) => forgetWhere(memberId, ({ keys }) => keys.includes(key))

interface Shown {
  chat: Chat | undefined
  /** It cannot be seen any more. */
  isClosed: boolean
  /** Something waits on this device to be sent to its partner. */
  isWaiting: boolean
}

/** Remembers a chat as it is shown. One that has not begun is remembered only for what waits to begin it. */
export function useRememberChat(of: ChatOf, { chat, isClosed, isWaiting }: Shown): void {
  const memberId = useMember()?.id
  const known = !isClosed && (chat?.conversation || isWaiting) ? chat : undefined
  const key = address('chat.php', of)
  useEffect(() => {
    drawn.add(key)
    return () => void drawn.delete(key)
  }, [key])
  useEffect(() => {
    if (memberId && known) quietly(rememberChat(memberId, known))
  }, [memberId, known])
  useEffect(() => {
    if (memberId && isClosed) quietly(forgetChat(memberId, key))
  }, [memberId, isClosed, key])
}

/** Remembers an answer that is the same for all chats. */
export function useRememberAnswer(key: string, data: unknown): void {
  const memberId = useMember()?.id
  useEffect(() => {
    if (memberId && data !== undefined) quietly(remember(memberId, key, [key], data))
  }, [memberId, key, data])
}

/** Follows the list, wherever the member is: what it no longer names is forgotten. */
export function useRememberList(user: User): void {
  const memberId = user.id
  const [first] = useState(memberId)
  const { settings } = useSettings()
  const { data: list } = useChats()
  const removing = useRemoving()
  const outbox = useOutbox()

  useEffect(() => {
    // What this page has read is another's.
    if (user.id === first) quietly(memory().then(({ rememberMember }) => rememberMember(user)))
    else window.location.reload()
  }, [user, first])
  useRememberAnswer(keys.settings, settings)
  useEffect(() => {
    if (!list || memberId !== first) return
    const kept = newestOfList(list, new Set(removing.keys()))
    const waitingFor = outbox.messages().map(({ profileId }) => profileId)
    quietly(remember(memberId, keys.chats, [keys.chats], kept))
    const isOver = (entry: Entry) =>
      isChat(entry) && !entry.keys.some((key) => drawn.has(key)) && isForgotten(entry.data, kept, waitingFor)
    quietly(forgetWhere(memberId, isOver))
  }, [memberId, first, list, removing, outbox])

  // Refunded, removed, blocked or of a member who is gone: whoever has it open reads it anew.
  useLive('changed', ({ conversation_id: conversation }) =>
    quietly(forgetChat(memberId, address('chat.php', { conversation }))),
  )
}
