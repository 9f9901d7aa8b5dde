import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'

type Kept = { id: string; memberId: string; profileId: string; text: string; at: string; place: number; state: string; reason?: { code: string } }

/** As much of IndexedDB as the worker asks of it. */
function aDatabase(kept: Map<string, Kept>) {
  const answer = <T>(result: T) => {
    const request = { result, onsuccess: () => {}, onerror: () => {} }
    queueMicrotask(() => request.onsuccess())
    return request
  }
  const messages = {
    getAll: () => answer([...kept.values()]),
    put: (item: Kept) => answer(kept.set(item.id, item)),
    delete: (id: string) => answer(kept.delete(id)),
  }
  return { open: () => answer({ transaction: () => ({ objectStore: () => messages }), close: () => {} }) }
}

function item(id: string, place: number, more: Partial<Kept> = {}): Kept {
  return { id, memberId: 'ann', profileId: 'bo', text: `text ${id}`, at: new Date().toISOString(), place, state: 'waiting', ...more }
}

async function woken(items: Kept[], answerTo: (id: string) => Response, member: string | null = 'ann') {
  const kept = new Map(items.map((each) => [each.id, each]))
  const handlers = new Map<string, (event: object) => void>()
  const posted: string[] = []
  const told: string[] = []
  const request = vi.fn(async (_: string, act: () => Promise<void>) => act())
  const fetch = async (url: string, options: { body?: string }) => {
    if (url === '/api/user.php') return member ? Response.json({ user: { id: member } }) : Response.json({ error: { code: 'authentication_required' } }, { status: 403 })
    const { id } = JSON.parse(options.body!) as { id: string }
    posted.push(id)
    return answerTo(id)
  }
  const scope = { addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler) }
  class Channel {
    postMessage(words: string) {
      told.push(words)
    }
    close() {}
  }
  const source = readFileSync(join(import.meta.dirname, '../public/sw.js'), 'utf8')
  new Function('self', 'fetch', 'indexedDB', 'navigator', 'BroadcastChannel', source)(scope, fetch, aDatabase(kept), { locks: { request } }, Channel)
  let done: Promise<unknown> = Promise.resolve()
  handlers.get('sync')!({ tag: 'outbox', waitUntil: (work: Promise<unknown>) => (done = work) })
  const failed = await done.then(
    () => false,
    () => true,
  )
  return { kept: [...kept.values()], posted, told, failed, locks: request.mock.calls.map(([name]) => name) }
}

const taken = () => Response.json({}, { status: 201 })
const refused = (status: number, code: string) => () => Response.json({ error: { code, message: '' } }, { status })

test('with a network what waits is sent in order, under the lock of the pages, and is gone', async () => {
  const { posted, kept, locks, told } = await woken([item('b', 2), item('a', 1)], taken)
  expect(posted).toEqual(['a', 'b'])
  expect(kept).toEqual([])
  expect(locks).toEqual(['outbox:ann:bo'])
  expect(told).toContain('changed')
})

test('what another member left is never sent, nor anything while nobody is logged in', async () => {
  expect((await woken([item('a', 1, { memberId: 'cas' })], taken)).posted).toEqual([])
  expect((await woken([item('a', 1)], taken, null)).posted).toEqual([])
})

test('one that is refused stays with the reason and holds those behind it', async () => {
  const { posted, kept } = await woken([item('a', 1), item('b', 2)], refused(402, 'not_enough_credits'))
  expect(posted).toEqual(['a'])
  expect(kept.map(({ id, state, reason }) => [id, state, reason?.code])).toEqual([
    ['a', 'failed', 'not_enough_credits'],
    ['b', 'waiting', undefined],
  ])
})

test('what passes is tried again by the browser', async () => {
  const { failed, kept } = await woken([item('a', 1)], refused(503, 'unavailable'))
  expect(failed).toBe(true)
  expect(kept.map(({ state }) => state)).toEqual(['waiting'])
})

test('what was written long ago asks its writer first', async () => {
  const { posted, kept } = await woken([item('a', 1, { at: '2026-01-01T00:00:00Z' })], taken)
  expect(posted).toEqual([])
  expect(kept).toHaveLength(1)
})
