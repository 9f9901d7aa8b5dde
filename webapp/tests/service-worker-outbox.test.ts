import { expect, test, vi } from 'vitest'
import { builtWorker } from './built-worker'

const start = await builtWorker()

/** A record as every release writes it, see `src/outbox/store.ts`. */
type Kept = {
  id: string
  memberId: string
  profileId: string
  kind?: string
  text: string
  photo?: Blob
  at: string
  place: number
  state: string
  reason?: { code: string }
  notBefore?: number
}

/** As much of IndexedDB as the worker asks of it. */
function aDatabase(kept: Map<string, Kept>) {
  const answer = <T>(result: T, end = 'success') => ({
    result,
    addEventListener: (name: string, listener: () => void) => name === end && setTimeout(listener),
  })
  const messages = {
    getAll: () => answer(structuredCloneOf([...kept.values()])),
    put: (stored: Kept) => kept.set(stored.id, stored),
    delete: (id: string) => kept.delete(id),
  }
  const transaction = () => ({ ...answer(null, 'complete'), objectStore: () => messages })
  return { open: () => answer({ transaction, addEventListener: () => {}, close: () => {} }) }
}

const structuredCloneOf = (kept: Kept[]) => kept.map((each) => ({ ...each }))

function item(id: string, place: number, more: Partial<Kept> = {}): Kept {
  return {
    id,
    memberId: 'ann',
    profileId: 'bo',
    text: `text ${id}`,
    at: new Date().toISOString(),
    place,
    state: 'waiting',
    ...more,
  }
}

async function woken(
  items: Kept[],
  answerTo: (id: string) => Response | Promise<Response>,
  member: string | null = 'ann',
) {
  const kept = new Map(items.map((each) => [each.id, each]))
  const posted: string[] = []
  const bodies: unknown[] = []
  const announced: string[] = []
  const request = vi.fn(async (_: string, act: () => Promise<unknown>) => act())
  const fetch = async (url: string, options: { body?: string | FormData }) => {
    if (url === '/api/user.php')
      return member
        ? Response.json({ user: { id: member } })
        : Response.json({ error: { code: 'authentication_required' } }, { status: 403 })
    const { body } = options
    const { id } = (body instanceof FormData ? Object.fromEntries(body) : JSON.parse(body!)) as { id: string }
    bodies.push([url, body instanceof FormData ? [...body.keys()] : JSON.parse(body!)])
    posted.push(id)
    return answerTo(id)
  }
  class BroadcastChannel {
    addEventListener() {}
    postMessage(words: string) {
      announced.push(words)
    }
    close() {}
  }
  const navigator = { locks: { request } }
  const worker = start({}, { fetch, indexedDB: aDatabase(kept), navigator, BroadcastChannel })
  const failed = await worker.happen('sync', { tag: 'outbox' }).then(
    () => false,
    () => true,
  )
  return {
    kept: [...kept.values()],
    posted,
    bodies,
    announced,
    failed,
    locks: request.mock.calls.map(([name]) => name),
  }
}

const taken = () => Response.json({}, { status: 201 })
const refused = (status: number, code: string) => () => Response.json({ error: { code, message: '' } }, { status })

test('queued messages are sent in order under the lock of the pages, and removed', async () => {
  const { posted, kept, locks, announced } = await woken([item('b', 2), item('a', 1)], taken)
  expect(posted).toEqual(['a', 'b'])
  expect(kept).toEqual([])
  expect(locks).toEqual(['outbox:ann:bo'])
  expect(announced).toContain('changed')
})

test('messages of another member, or without a session, are never sent', async () => {
  expect((await woken([item('a', 1, { memberId: 'cas' })], taken)).posted).toEqual([])
  expect((await woken([item('a', 1)], taken, null)).posted).toEqual([])
})

test('a refused message stays with its reason and blocks those behind it', async () => {
  const { posted, kept } = await woken([item('a', 1), item('b', 2)], refused(402, 'not_enough_credits'))
  expect(posted).toEqual(['a'])
  expect(kept.map(({ id, state, reason }) => [id, state, reason?.code])).toEqual([
    ['a', 'failed', 'not_enough_credits'],
    ['b', 'waiting', undefined],
  ])
})

test('a temporary failure is retried by background sync', async () => {
  const { failed, kept } = await woken([item('a', 1)], refused(503, 'unavailable'))
  expect(failed).toBe(true)
  expect(kept.map(({ state }) => state)).toEqual(['waiting'])
})

test('an old message is sent only after its writer confirms', async () => {
  const { posted, kept } = await woken([item('a', 1, { at: '2026-01-01T00:00:00Z' })], taken)
  expect(posted).toEqual([])
  expect(kept).toHaveLength(1)
})

test('a photo and a gift are sent as a page sends them, and an entry without a kind as a text', async () => {
  const photo = new Blob(['x'])
  const { bodies } = await woken(
    [
      item('a', 1),
      item('b', 2, { kind: 'photo', photo, text: '' }),
      item('c', 3, { kind: 'gift', gift: 'rose' } as Partial<Kept>),
    ],
    taken,
  )
  expect(bodies).toEqual([
    ['/api/chat.php', { id: 'a', profile_id: 'bo', kind: 'text', text: 'text a' }],
    ['/api/chat-photo.php', ['id', 'profile_id', 'text', 'photo']],
    ['/api/chat.php', { id: 'c', profile_id: 'bo', kind: 'gift', gift: 'rose', text: 'text c' }],
  ])
})

test('Retry-After delays the message and those after it', async () => {
  const busy = () =>
    Response.json({ error: { code: 'rate_limited', message: '' } }, { status: 429, headers: { 'Retry-After': '60' } })
  const first = await woken([item('a', 1)], busy)
  expect(first.failed).toBe(true)
  expect(first.kept[0]?.state).toBe('waiting')
  expect(first.kept[0]?.notBefore).toBeGreaterThan(Date.now())

  const second = await woken(first.kept, taken)
  expect(second.posted).toEqual([])
})

test('a refused mass message is never retried, whichever error it gets', async () => {
  const { kept, failed } = await woken([item('a', 1)], refused(429, 'same_text_to_many'))
  expect(failed).toBe(false)
  expect(kept[0]).toMatchObject({ state: 'failed', reason: { code: 'same_text_to_many' } })
})

test('a photo that the browser evicted stays queued until a page reports it', async () => {
  const lost = { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) } as unknown as Blob
  const { posted, kept } = await woken([item('a', 1, { kind: 'photo', photo: lost })], taken)
  expect(posted).toEqual([])
  expect(kept).toHaveLength(1)
})
