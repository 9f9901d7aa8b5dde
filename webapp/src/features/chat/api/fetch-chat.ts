import { api } from '@/api/client'
import type { Chat } from '@/api/types'
import { beginsUnread, knownUpTo, withNewer, withOlder } from '@/features/chat/model/timeline'

/** A chat is asked for by itself or by the one to talk to. */
export type ChatOf = { conversation: string } | { profile: string }

const mostPages = 4

export function fetchPage(of: ChatOf, part: { before?: number; after?: number; since?: number } = {}): Promise<Chat> {
  return api.get<Chat>('chat.php', { ...of, ...part })
}

/** From the newest page back to where the member's reading ended, so that the chat can open there. */
async function fetchUnread(of: ChatOf): Promise<Chat> {
  let chat = await fetchPage(of)
  for (let pages = 1; pages < mostPages && beginsUnread(chat); pages += 1) {
    chat = withOlder(chat, await fetchPage(of, { before: chat.messages[0]!.seq }))
  }
  return chat
}

/** Fetches the newest page, or the messages after the last known one. After a long absence it starts anew. */
export async function fetchChat(of: ChatOf, known: Chat | undefined): Promise<Chat> {
  if (!known) return fetchUnread(of)
  let chat = known
  let after = knownUpTo(known)
  for (let pages = 0; pages < mostPages; pages += 1) {
    const newer = await fetchPage(of, { after })
    chat = withNewer(chat, newer)
    after = newer.messages.at(-1)?.seq ?? newer.last_seq
    if (after >= newer.last_seq) return chat
  }
  return fetchPage(of)
}
