import { useEffect, useState } from 'react'
import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { ChatSummary } from '@/api/types'

const pause = 250
const nameLength = 40

/** The value once it has stayed the same for a moment. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

const matches = (chat: ChatSummary, words: string) =>
  chat.profile?.name.toLocaleLowerCase().includes(words.toLocaleLowerCase()) === true

/** The conversations with members of that name: of those here at once, then of all. Null without words. */
export function useFoundChats(words: string, known: readonly ChatSummary[]): ChatSummary[] | null {
  const wanted = words.trim().slice(0, nameLength)
  const rested = useRested(wanted)
  const { data } = useSWR<{ chats: ChatSummary[] }>(
    rested === '' || rested !== wanted ? null : address('chats-search.php', { name: rested }),
    () => api.get<{ chats: ChatSummary[] }>('chats-search.php', { name: rested }),
  )
  if (wanted === '') return null
  const here = known.filter((chat) => matches(chat, wanted))
  const others = data?.chats.filter(
    ({ conversation }) => !known.some((chat) => chat.conversation.id === conversation.id),
  )
  return [...here, ...(others ?? [])]
}
