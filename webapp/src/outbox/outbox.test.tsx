import { expect, test, vi } from 'vitest'
import { aMessage } from '@tests/chat-makers'
import { anOutbox, channels } from '@tests/outbox'
import { ApiError } from '@/api/api-error'
import type { SentMessage } from '@/api/types'
import type { QueuedMessage } from './message'
import type { PageEnvironment } from './outbox'
import { QueueView } from './queue-view'
import type { Send } from './request'
import { Sender } from './sender'
import { memoryStore } from './store'

/** Web Locks of one browser: one holder for each name, the others in the order of asking. */
function locksOfOneBrowser(): PageEnvironment['locks'] {
  const tails = new Map<string, Promise<unknown>>()
  const request = (name: string, act: () => Promise<unknown>) => {
    const result = (tails.get(name) ?? Promise.resolve()).then(act)
    tails.set(
      name,
      result.catch(() => undefined),
    )
    return result
  }
  return { request } as unknown as PageEnvironment['locks']
}

const answerTo = ({ id, text }: QueuedMessage): SentMessage => ({
  message: aMessage(9, { id, text, own: true }),
  conversation: { id: 'c1' },
  price: { credits: 2, free_messages_left: 0, balance: 16, wallet_version: 1 },
})
const refusal = (status: number, code: string, retryAfter: number | null = null) =>
  new ApiError(status, { code, message: '' }, retryAfter)

/** A device with a store, a network and a server that answers by `decide`. */
function aDevice(decide: (message: QueuedMessage) => ApiError | null = () => null) {
  const delivered: QueuedMessage[] = []
  const state = { isOnline: true, loggedIn: 'ann' }
  const send: Send = async (message) => {
    const before = delivered.length
    // Another tab that sends at the same time would be seen here.
    await new Promise((resolve) => setTimeout(resolve))
    if (delivered.slice(before).some(({ profileId }) => profileId === message.profileId))
      throw new Error('sent to one recipient at once')
    const error = decide(message)
    if (error) throw error
    delivered.push(message)
    return answerTo(message)
  }
  const channel = channels()
  const shared = {
    store: memoryStore(),
    send,
    loggedInMember: async () => state.loggedIn,
    locks: locksOfOneBrowser(),
    isOnline: () => state.isOnline,
    requestSync: vi.fn(),
  }
  const elsewhere = channel()
  return {
    ...shared,
    state,
    announce: elsewhere.announce,
    texts: () => delivered.map(({ text }) => text),
    ids: () => delivered.map(({ id }) => id),
    aTab: (more: Partial<PageEnvironment> = {}) => anOutbox({ ...shared, channel: channel(), ...more }),
    /** The service worker's part: no page, the same store. */
    aWorker: async () => {
      const environment = {
        ...shared,
        channel: channel(),
        now: Date.now,
        newId: () => crypto.randomUUID(),
        isAttended: false,
      }
      const view = new QueueView(environment)
      view.begin('ann')
      await view.refresh()
      return new Sender(view, environment)
    },
  }
}

function deferredRead() {
  let resolve: (messages: QueuedMessage[]) => void = () => undefined
  const promise = new Promise<QueuedMessage[]>((done) => (resolve = done))
  return { promise, resolve: (messages: QueuedMessage[]) => resolve(messages) }
}

const text = (words: string) => ({ kind: 'text' as const, text: words })

test('two tabs and the worker at once send every message once and in order', async () => {
  const device = aDevice()
  const [one, other] = [device.aTab(), device.aTab()]
  device.state.isOnline = false
  for (const tab of [one, other]) tab.open('ann')
  for (let number = 0; number < 6; number += 1) {
    ;(number % 2 ? one : other).send('bo', text(`${number}`), 2)
    // The other tab receives it before it writes the next one.
    await vi.waitFor(() => expect(one.messages().length + other.messages().length).toBe(2 * (number + 1)))
  }
  device.state.isOnline = true
  const worker = await device.aWorker()

  const deliveredByWorker = worker.deliverTo('bo')
  one.work()
  other.work()
  await deliveredByWorker

  await vi.waitFor(async () => expect(await device.store.all('ann')).toEqual([]))
  expect(device.texts()).toEqual(['0', '1', '2', '3', '4', '5'])
  await vi.waitFor(() => expect([one.messages(), other.messages()]).toEqual([[], []]))
})

test('with failures in any tab, each message arrives once and in order', async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    let state = seed
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
    const device = aDevice(() => {
      const chance = random()
      if (chance < 0.2) return refusal(503, 'unavailable')
      if (chance < 0.4) return refusal(409, 'send_withdrawn')
      return chance < 0.5 ? refusal(403, 'authentication_required') : null
    })
    const tabs = [device.aTab(), device.aTab(), device.aTab()]
    tabs.forEach((tab) => tab.open('ann'))
    for (let number = 0; number < 8; number += 1) {
      const tab = tabs[Math.floor(random() * tabs.length)]!
      tab.send('bo', text(`${number}`), 2)
      // Positions are in order only if the writing tab has read the others' entries.
      await vi.waitFor(async () => {
        const stored = (await device.store.all('ann')).map(({ id }) => id)
        expect(stored.length + device.texts().length).toBe(number + 1)
        for (const { messages } of tabs) expect(messages().map(({ id }) => id)).toEqual(expect.arrayContaining(stored))
      })
    }
    await vi.waitFor(async () => {
      tabs[Math.floor(random() * tabs.length)]!.work()
      expect(await device.store.all('ann')).toEqual([])
    })
    expect(device.texts()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
    expect(new Set(device.ids()).size).toBe(8)
  }
})

test('a withdrawn send goes again under another id; without a page it stays for one', async () => {
  let isWithdrawn = true
  const device = aDevice(() => (isWithdrawn ? refusal(409, 'send_withdrawn') : null))
  await device.store.put('ann', { ...anItem('first'), id: 'used' })
  const worker = await device.aWorker()
  expect(await worker.deliverTo('bo')).toEqual({ why: 'left' })
  expect((await device.store.all('ann')).map(({ id }) => id)).toEqual(['used'])

  isWithdrawn = false
  const replaced = vi.spyOn(device.store, 'put')
  let once = true
  const tab = device.aTab({
    send: (message, options) =>
      once ? ((once = false), Promise.reject(refusal(409, 'send_withdrawn'))) : device.send(message, options),
  })
  tab.open('ann')
  await vi.waitFor(() => expect(device.texts()).toEqual(['first']))
  expect(device.ids()).not.toContain('used')
  expect(replaced.mock.calls.map(([, , instead]) => instead)).toEqual(['used'])
})

const anItem = (words: string, more: Partial<QueuedMessage> = {}) =>
  ({
    ...text(words),
    id: words,
    profileId: 'bo',
    at: new Date().toISOString(),
    position: 1,
    credits: 2,
    state: 'waiting',
    ...more,
  }) as QueuedMessage

test('a discarded message does not come back with a read of the store that began before', async () => {
  const device = aDevice(() => refusal(402, 'not_enough_credits'))
  const tab = device.aTab()
  await device.store.put('ann', anItem('first', { state: 'failed' }))
  tab.open('ann')
  await vi.waitFor(() => expect(tab.messages()).toHaveLength(1))
  const stored = await device.store.all('ann')
  const read = deferredRead()
  const all = vi.spyOn(device.store, 'all').mockReturnValueOnce(read.promise)
  device.announce()
  await vi.waitFor(() => expect(all).toHaveBeenCalled())
  tab.discard('first')
  read.resolve(stored)
  await vi.waitFor(async () => expect(await device.store.all('ann')).toEqual([]))
  await new Promise((resolve) => setTimeout(resolve))

  expect(tab.messages()).toEqual([])
})

test('a queued message is invisible to other members, not sent in their name, and kept for its author', async () => {
  const device = aDevice()
  const tab = device.aTab()
  device.state.isOnline = false
  tab.open('ann')
  tab.send('bo', text('hers'), 2)
  await vi.waitFor(async () => expect(await device.store.all('ann')).toHaveLength(1))

  device.state.isOnline = true
  device.state.loggedIn = 'cas'
  tab.open('cas')
  tab.work()

  await vi.waitFor(() => expect(tab.messages()).toEqual([]))
  expect(device.texts()).toEqual([])
  device.state.loggedIn = 'ann'
  tab.open('ann')
  await vi.waitFor(() => expect(device.texts()).toEqual(['hers']))
})

test('without a network a background sync is registered, only for messages that can be sent', async () => {
  const device = aDevice()
  const tab = device.aTab()
  device.state.isOnline = false
  tab.open('ann')
  tab.work()
  expect(device.requestSync).not.toHaveBeenCalled()
  tab.send('bo', text('later'), 2)
  await vi.waitFor(() => expect(device.requestSync).toHaveBeenCalled())
})

test('a long pause for one recipient does not delay the retry for another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const asked: string[] = []
  const outbox = anOutbox({
    isOnline: () => true,
    loggedInMember: async () => 'ann',
    locks: undefined,
    requestSync: () => undefined,
    send: async ({ profileId }) => {
      asked.push(profileId)
      throw profileId === 'slow' ? refusal(429, 'rate_limited', 600) : refusal(503, 'unavailable')
    },
  })
  outbox.open('ann')
  outbox.send('quick', text('a'), 2)
  outbox.send('slow', text('b'), 2)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.toSorted()).toEqual(['quick', 'slow'])
  await vi.advanceTimersByTimeAsync(16_000)
  expect(asked.filter((profileId) => profileId === 'quick')).toHaveLength(2)
  expect(asked.filter((profileId) => profileId === 'slow')).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked.filter((profileId) => profileId === 'slow')).toHaveLength(2)
})
