import { api } from '../api/client'
import type { LiveEvents } from '../api/types'

type Name = keyof LiveEvents
type Listener = (data: never) => void

const names: Name[] = ['hello', 'message', 'read', 'unread', 'like', 'match', 'balance', 'typing']
const listeners = new Map<Name, Set<Listener>>()
const longestWait = 30_000

export function subscribe<N extends Name>(name: N, listener: (data: LiveEvents[N]) => void): () => void {
  const set = listeners.get(name) ?? new Set()
  listeners.set(name, set)
  set.add(listener as Listener)
  return () => set.delete(listener as Listener)
}

export function publish<N extends Name>(name: N, data: LiveEvents[N]): void {
  listeners.get(name)?.forEach((listener) => listener(data as never))
}

/** Keeps one stream open until told to stop, resuming from the last event it saw. */
export function openStream(random = Math.random): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let cursor: string | null = null
  let failures = 0
  let stopped = false

  const connect = () => {
    if (stopped) return
    source = new EventSource(`/api/stream.php${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`)
    for (const name of names) {
      source.addEventListener(name, (event: MessageEvent<string>) => {
        failures = 0
        const data = JSON.parse(event.data) as LiveEvents[Name]
        if (name === 'hello') cursor = String((data as LiveEvents['hello']).cursor)
        else if (event.lastEventId) cursor = event.lastEventId
        publish(name, data)
      })
    }
    source.addEventListener('error', () => {
      source?.close()
      failures += 1
      const ceiling = Math.min(longestWait, 500 * 2 ** failures)
      timer = setTimeout(() => void resume(), random() * ceiling)
    })
  }

  // The token that opens the stream lives ten minutes; asking for the member renews it.
  const resume = async () => {
    try {
      await api.get('user.php')
    } catch {
      failures += 1
    }
    connect()
  }

  connect()
  return () => {
    stopped = true
    clearTimeout(timer)
    source?.close()
  }
}
