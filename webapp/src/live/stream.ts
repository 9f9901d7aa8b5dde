import { api } from '@/api/client'
import type { Id, LiveEvents } from '@/api/types'

type Name = keyof LiveEvents
type Listener = (data: never) => void

const names: Name[] = [
  'hello',
  'message',
  'read',
  'unread',
  'like',
  'match',
  'balance',
  'changed',
  'typing',
  'superseded',
]
const listeners = new Map<Name, Set<Listener>>()
// All pages of a server that stops are cut at once: they come back over four seconds, then ever more slowly.
const firstWait = 4_000
const longestWait = 30_000
const longAway = 60_000

/** How far this page has heard; whoever opens the stream again goes on from here. */
let heard: { memberId: Id; cursor: string } | null = null

export function subscribe<N extends Name>(name: N, listener: (data: LiveEvents[N]) => void): () => void {
  const set = listeners.get(name) ?? new Set()
  listeners.set(name, set)
  set.add(listener as Listener)
  return () => set.delete(listener as Listener)
}

export function publish<N extends Name>(name: N, data: LiveEvents[N]): void {
  listeners.get(name)?.forEach((listener) => listener(data as never))
}

/**
 * Keeps one stream open until told to stop, going on from the last event this page heard, at first from `cursor`:
 * the place in the member's feed at which their lists were read.
 */
export function openStream(memberId: Id, cursor: number | null, random = Math.random): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let stopped = false
  // Newer pages of the member took the place of this one. It comes back when it is looked at, not by itself: pages that
  // all came back would take each other's place for ever. Meanwhile lists refresh by the clock.
  let superseded = false

  if (heard?.memberId !== memberId) heard = cursor === null ? null : { memberId, cursor: String(cursor) }

  const connect = () => {
    if (stopped) return
    source?.close()
    const opened = new EventSource(`/api/stream.php${heard ? `?cursor=${encodeURIComponent(heard.cursor)}` : ''}`)
    source = opened
    for (const name of names) {
      opened.addEventListener(name, (event: MessageEvent<string>) => {
        if (opened !== source) return
        failures = 0
        if (name === 'superseded') {
          cut()
          superseded = true
          return
        }
        const data = JSON.parse(event.data) as LiveEvents[Name]
        const reached = name === 'hello' ? String((data as LiveEvents['hello']).cursor) : event.lastEventId
        if (reached) heard = { memberId, cursor: reached }
        // Each name has its own data, which a list of names cannot say.
        publish(name, data as never)
      })
    }
    opened.addEventListener('error', () => {
      if (opened !== source) return
      opened.close()
      failures += 1
      const ceiling = Math.min(longestWait, firstWait * 2 ** (failures - 1))
      clearTimeout(timer)
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

  const cut = () => {
    source?.close()
    source = null
    clearTimeout(timer)
  }
  // A line that went dead says nothing, so another is opened when there is a network again, or the page was long away.
  const renew = () => {
    cut()
    failures = 0
    superseded = false
    timer = setTimeout(() => void resume(), random() * 1000)
  }
  let hiddenAt = Infinity
  const look = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now()
    else if (superseded || Date.now() - hiddenAt > longAway) renew()
  }
  const focus = () => {
    if (superseded) renew()
  }

  window.addEventListener('offline', cut)
  window.addEventListener('online', renew)
  window.addEventListener('focus', focus)
  document.addEventListener('visibilitychange', look)
  connect()
  return () => {
    stopped = true
    window.removeEventListener('offline', cut)
    window.removeEventListener('online', renew)
    window.removeEventListener('focus', focus)
    document.removeEventListener('visibilitychange', look)
    cut()
  }
}
