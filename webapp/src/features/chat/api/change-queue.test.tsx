import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/api-error'
import { api } from '@/api/client'
import type { Change } from '@/features/chat/model/changes'
import type { Reaction } from '@/features/chat/model/reactions'
import { createChangeQueue } from './change-queue'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Web Locks of one browser: one holder, the others in the order of asking. */
function stubLocks() {
  let tail: Promise<unknown> = Promise.resolve()
  const request = (_name: string, act: () => Promise<unknown>) => {
    const result = tail.then(act)
    tail = result.catch(() => undefined)
    return result
  }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }))
}

/** Tells every tab of a change of the device's storage, as browsers do. */
function announceStorage() {
  for (const name of ['setItem', 'removeItem'] as const) {
    const write = Storage.prototype[name] as (...given: string[]) => void
    vi.spyOn(Storage.prototype, name).mockImplementation(function (this: Storage, ...given: string[]) {
      write.apply(this, given)
      window.dispatchEvent(new Event('storage'))
    })
  }
}

function randomOf(seed: number) {
  let state = seed
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  return { next, one: <T,>(all: readonly T[]) => all[Math.floor(next() * all.length)]! }
}

/** What the server has, by message and by conversation; it is away at random, before or after it has taken a change. */
function aServer(chance: () => number) {
  const has: Record<string, unknown> = {}
  const take = async (key: string, state: unknown) => {
    await new Promise((done) => setTimeout(done))
    const away = chance()
    if (away < 0.3) throw new ApiError(503, { code: 'unavailable', message: '' }, 0)
    has[key] = typeof state === 'object' ? { ...(has[key] as object), ...state } : state
    // The answer is lost on the way: the change is sent again.
    if (away < 0.5) throw new ApiError(0, { code: 'offline', message: '' }, 0)
    return {}
  }
  type Body = { message_id: string; reaction: Reaction | null; conversation_id: string }
  vi.spyOn(api, 'put').mockImplementation((path, body) => {
    const { message_id, reaction, conversation_id, ...settings } = body as Body
    if (path === 'chat-reaction.php') return take(message_id, reaction ?? 'none') as never
    return take(conversation_id, JSON.parse(JSON.stringify(settings))) as never
  })
  vi.spyOn(api, 'delete').mockImplementation((_path, body) => {
    return take(`gone ${(body as Body).message_id}`, 'taken back') as never
  })
  return has
}

const reactions = ['heart', 'fire', null] as const

function anyChange({ next, one }: ReturnType<typeof randomOf>): Change {
  const kind = next()
  if (kind < 0.6) return { kind: 'reaction', messageId: one(['m1', 'm2', 'm3']), reaction: one(reactions) }
  if (kind < 0.7) return { kind: 'retraction', messageId: one(['m4', 'm5']) }
  const conversationId = one(['c1', 'c2'])
  return { kind: 'settings', conversationId, [one(['muted', 'archived'])]: next() < 0.5 }
}

/** The state that is left when each change is made once, in the order of asking. */
function stateAfter(changes: readonly Change[]) {
  const state: Record<string, unknown> = {}
  for (const change of changes) {
    if (change.kind === 'reaction') state[change.messageId] = change.reaction ?? 'none'
    else if (change.kind === 'retraction') state[`gone ${change.messageId}`] = 'taken back'
    else {
      const { kind: _, conversationId, ...settings } = change
      state[conversationId] = { ...(state[conversationId] as object), ...settings }
    }
  }
  return state
}

test.each([1, 2, 3, 4, 5, 6])(
  'whatever fails, in whichever tab, the last state of each is what the server has: %i',
  async (seed) => {
    stubLocks()
    announceStorage()
    const random = randomOf(seed)
    const has = aServer(random.next)
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    const tabs = [createChangeQueue(), createChangeQueue()]
    tabs.forEach((tab) => tab.open('ann'))
    const made: Change[] = []
    for (let number = 0; number < 40; number += 1) {
      isOnline.mockReturnValue(random.next() < 0.7)
      const change = anyChange(random)
      made.push(change)
      random.one(tabs).add(change)
      if (random.next() < 0.5) await new Promise((done) => setTimeout(done))
    }
    isOnline.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))

    await vi.waitFor(() => expect(tabs.map((tab) => tab.get())).toEqual([[], []]), { timeout: 10_000 })
    expect(has).toEqual(stateAfter(made))
  },
)

test('a change waits over a reload, for its member alone', async () => {
  stubLocks()
  const has = aServer(() => 1)
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const before = createChangeQueue()
  before.open('ann')
  before.add({ kind: 'reaction', messageId: 'm1', reaction: 'heart' })
  isOnline.mockReturnValue(true)

  createChangeQueue().open('bo')
  await new Promise((done) => setTimeout(done, 20))
  expect(has).toEqual({})
  createChangeQueue().open('ann')
  await vi.waitFor(() => expect(has).toEqual({ m1: 'heart' }))
})

test('a tab that removes what it sent leaves what another tab adds at the same moment', async () => {
  stubLocks()
  const has = aServer(() => 1)
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const tab = createChangeQueue()
  tab.open('cas')
  tab.add({ kind: 'reaction', messageId: 'm1', reaction: 'heart' })
  // Another process: its entry arrives between this tab's look at the storage and its next write.
  const entries = vi.spyOn(Storage.prototype, 'removeItem').mockImplementationOnce(function (this: Storage, key) {
    const added = { kind: 'reaction', messageId: 'm2', reaction: 'fire', id: 'other', at: Date.now() + 1 }
    localStorage.setItem('member:cas:chat-changes:other', JSON.stringify(added))
    entries.mockRestore()
    this.removeItem(key)
  })
  isOnline.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))

  await vi.waitFor(() => expect(has).toEqual({ m1: 'heart', m2: 'fire' }))
  await vi.waitFor(() => expect(tab.get()).toEqual([]))
})

test('changes queued by an earlier release are sent first, and once', async () => {
  stubLocks()
  const has = aServer(() => 1)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  const earlier = [
    { kind: 'reaction', messageId: 'm1', reaction: 'heart', id: 'a' },
    { kind: 'retraction', messageId: 'm4', id: 'b' },
  ]
  localStorage.setItem('member:dan:chat-changes', JSON.stringify(earlier))
  const tab = createChangeQueue()
  tab.open('dan')

  await vi.waitFor(() => expect(has).toEqual({ m1: 'heart', 'gone m4': 'taken back' }))
  await vi.waitFor(() => expect(tab.get()).toEqual([]))
  expect(api.put).toHaveBeenCalledTimes(1)
})
