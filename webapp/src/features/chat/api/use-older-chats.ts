import { useState } from 'react'
import { api } from '@/api/client'
import type { Chats, ChatSummary, Id } from '@/api/types'
import { useLive } from '@/live/use-live'

const idOf = (chat: ChatSummary) => chat.conversation.id

/** Pages after the shared list; revalidated on request only. */
export function useOlderChats(list: Chats | undefined) {
  const [older, setOlder] = useState<{ chats: ChatSummary[]; hasOlder: boolean } | null>(null)
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  const latest = new Set<Id>(list?.chats.map(idOf))
  const chats = list && [...list.chats, ...(older?.chats ?? []).filter((chat) => !latest.has(idOf(chat)))]

  // The chat was removed or has changed.
  useLive('changed', ({ conversation_id }) => {
    if (older?.chats.some((chat) => idOf(chat) === conversation_id)) setOlder(null)
  })

  const load = async () => {
    const last = chats?.at(-1)
    if (!chats || !last || state.busy) return
    setState({ busy: true, error: null })
    try {
      const page = await api.get<Chats>('chats.php', { before: idOf(last) })
      const known = new Set(chats.map(idOf))
      setOlder({
        chats: [...(older?.chats ?? []), ...page.chats.filter((chat) => !known.has(idOf(chat)))],
        hasOlder: page.has_older,
      })
      setState({ busy: false, error: null })
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return { chats, more: { ...state, has: older?.hasOlder ?? list?.has_older ?? false, load: () => void load() } }
}
