import { address, api } from '@/api/client'
import type { Id, LiveEvents } from '@/api/types'

type Name = keyof LiveEvents
type Listener = (data: never) => void

const names: Name[] = [
  'hello',
  'message',
  'updated',
  'read',
  'unread',
  'like',
  'match',
  'balance',
  'changed',
  'typing',
  'call',
  'signal',
  'superseded',
]
// All pages of a server that stops are cut at once: they come back over four seconds, then ever more slowly.
const firstWait = 4_000
const longestWait = 30_000
const longAway = 60_000

/** The live events of this page: their listeners, and the cursor of the last event, from which a new stream goes on. */
export function createLiveEvents() {
  const listeners = new Map<Name, Set<Listener>>()
  let position: { memberId: Id; cursor: string } | null = null

  function publish<N extends Name>(name: N, data: LiveEvents[N]): void {
    listeners.get(name)?.forEach((listener) => listener(data as never))
  }

  return {
    publish,

    subscribe<N extends Name>(name: N, listener: (data: LiveEvents[N]) => void): () => void {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      set.add(listener as Listener)
      return () => set.delete(listener as Listener)
    },

    /**
     * Opens the stream of the member until the returned function is called. It goes on after the last event of this
     * page, at first after `cursor`: the position in the member's feed at which their lists were read.
     */
    openStream(memberId: Id, cursor: number | null, random = Math.random): () => void {
      if (position?.memberId !== memberId) position = cursor === null ? null : { memberId, cursor: String(cursor) }
      const receive = (name: Name, data: never, reached: string) => {
        if (reached) position = { memberId, cursor: reached }
        publish(name, data)
      }
      return keepOpen({ cursor: () => position?.cursor ?? null, receive }, random)
    },
  }
}

interface Feed {
  /** Cursor after which the stream goes on; null begins with the next event. */
  cursor: () => string | null
  receive: (name: Name, data: never, cursor: string) => void
}

/** Keeps one stream open, and reopens it after a broken connection. Returns the function that closes it. */
function keepOpen({ cursor, receive }: Feed, random: () => number): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let stopped = false
  // The server closed this stream in favour of newer pages of the member. It is reopened when the page is looked at:
  // pages that reopened by themselves would close each other for ever. Meanwhile lists are polled.
  let superseded = false

  const connect = () => {
    if (stopped) return
    source?.close()
    const opened = new EventSource(address('stream.php', { cursor: cursor() }))
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
        // Each name has its own data, which a list of names cannot say.
        receive(name, data as never, reached)
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
      // A session that was revoked elsewhere ends here: what shows, and what rings.
      await api.renew()
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
  // A dead connection raises no event: another is opened once the network is back, or after a minute in the background.
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
