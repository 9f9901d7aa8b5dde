import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '@/api/client'
import type { Id, Message } from '@/api/types'
import { holds } from '@/features/chat/model/find'

export interface Hit {
  id: Id
  seq: number
}

interface Page {
  messages: Hit[]
  /** Null at the end. */
  before: number | null
}

interface Found {
  /** The words that were searched for. */
  of: string
  hits: Hit[]
  before: number | null
  error: unknown
  busy: boolean
}

const pause = 250
const nothing: Found = { of: '', hits: [], before: null, error: null, busy: false }

/** Reads pages until one has a hit, or the conversation ends. */
async function readPage(conversation: Id, words: string, before: number | null): Promise<Page> {
  const page = await api.get<Page>('chat-search.php', { conversation, words, ...(before !== null && { before }) })
  return page.messages.length === 0 && page.before !== null ? readPage(conversation, words, page.before) : page
}

interface Searched {
  conversation: Id
  words: string
  /** Searched without a network. */
  loaded: readonly Message[]
  online: boolean
  /** Called with the newest hit of new words. */
  onFirst: (hit: Hit | undefined) => void
}

/** Messages with these words, the newest first: of the whole conversation or, without a network, of those loaded. */
export function useFoundMessages({ conversation, words, loaded, online, onFirst }: Searched) {
  const [found, setFound] = useState<Found>(nothing)
  const asked = useRef('')
  const wanted = words.trim()

  const pageOf = async (of: string): Promise<Page> => {
    if (online) return readPage(conversation, of, null)
    const here = loaded.filter(({ text, retracted }) => !retracted && holds(text, of)).toReversed()
    return { messages: here.map(({ id, seq }) => ({ id, seq })), before: null }
  }
  const look = useEffectEvent(async (of: string) => {
    const answer = await pageOf(of).catch((error: unknown) => ({ messages: [], before: null, error }))
    if (asked.current !== of) return
    const { messages: hits, before } = answer
    setFound({ of, hits, before, error: 'error' in answer ? answer.error : null, busy: false })
    onFirst(hits[0])
  })
  useEffect(() => {
    asked.current = wanted
    if (wanted === '') return
    const timer = setTimeout(() => void look(wanted), pause)
    return () => clearTimeout(timer)
  }, [wanted])

  const more = async () => {
    if (found.before === null) return
    const { messages, before } = await readPage(conversation, wanted, found.before)
    if (asked.current === wanted) setFound({ ...found, hits: [...found.hits, ...messages], before })
  }
  return { ...(found.of === wanted ? found : { ...nothing, busy: wanted !== '' }), more }
}
