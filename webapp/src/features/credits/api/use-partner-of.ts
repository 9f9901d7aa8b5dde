import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { Chat } from '@/api/types'

const chatPath = /^\/(chats|members)\/([^/?#]+)(\/chat)?(?:[?#]|$)/

/** The conversation that an address of the app leads to, as the API names it; null for any other screen. */
export function chatOf(path: string | null): { conversation: string } | { profile: string } | null {
  const [, place, id, chat] = path?.match(chatPath) ?? []
  if (id === undefined) return null
  if (place === 'chats') return chat ? null : { conversation: id }
  return chat ? { profile: id } : null
}

/**
 * The name of the one to talk to in that conversation; null while it is unknown. Not under the key of the chat's screen,
 * which reads more than the newest page.
 */
export function usePartnerOf(path: string | null): string | null {
  const of = chatOf(path)
  const { data } = useSWR(of && `${address('chat.php', of)}#name`, async () => {
    const { profile } = await api.get<Chat>('chat.php', of!)
    return profile?.name ?? null
  })
  return data ?? null
}
