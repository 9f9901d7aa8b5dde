import { api } from '../../../api/client'
import type { Chat } from '../../../api/types'
import { knownUpTo, withNewer } from '../model/timeline'

/** A chat is asked for by itself or by the one to talk to. */
export type ChatOf = { conversation: string } | { profile: string }

const mostPages = 4

export function fetchPage(of: ChatOf, part: { before?: number; after?: number } = {}): Promise<Chat> {
  return api.get<Chat>('chat.php', { ...of, ...part })
}

/** The newest page, or what is missing after what we know. After a long absence it starts anew. */
export async function fetchChat(of: ChatOf, known: Chat | undefined): Promise<Chat> {
  if (!known) return fetchPage(of)
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
