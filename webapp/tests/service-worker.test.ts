import { beforeEach, expect, test, vi } from 'vitest'
import { builtWorker } from './built-worker'

const run = await builtWorker()
let windows: {
  visibilityState: string
  focused: boolean
  postMessage: ReturnType<typeof vi.fn>
  focus: () => Promise<void>
  navigate: ReturnType<typeof vi.fn>
}[]
let shown: ReturnType<typeof vi.fn>
let opened: ReturnType<typeof vi.fn>
let badge: ReturnType<typeof vi.fn>
let fetched: ReturnType<typeof vi.fn>
let happen: ReturnType<typeof run>['happen']

beforeEach(() => {
  windows = []
  shown = vi.fn(() => Promise.resolve())
  opened = vi.fn(() => Promise.resolve())
  badge = vi.fn(() => Promise.resolve())
  fetched = vi.fn(async () => Response.json({}))
})

const chromium = { userAgent: 'Mozilla/5.0 Chrome/140 Safari/537.36', userAgentData: {} }

let rings: { close: () => void }[] = []

function start(navigator: object = chromium) {
  const worker = {
    clients: { matchAll: () => Promise.resolve(windows), openWindow: opened },
    registration: {
      showNotification: shown,
      getNotifications: () => Promise.resolve(rings),
      pushManager: { subscribe: () => Promise.resolve(fresh) },
    },
    navigator: { setAppBadge: badge },
  }
  const location = { origin: 'https://pairwise.test' }
  happen = run(worker, { caches: {}, fetch: fetched, location, navigator }).happen
}

const fresh = { toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/2', keys: { p256dh: 'k', auth: 's' } }) }

function aWindow(look: Partial<(typeof windows)[number]> = {}) {
  const client = {
    visibilityState: 'visible',
    focused: true,
    postMessage: vi.fn(),
    focus: () => Promise.resolve(),
    navigate: vi.fn(),
    ...look,
  }
  windows.push(client)
  return client
}

const pushEvent = (payload: unknown) => ({ data: { json: () => payload } })
const payload = {
  type: 'message',
  title: 'Pairwise',
  body: 'You have a new message',
  tag: 'conversation:1',
  path: '/en/chats/1',
  count: 1,
}

test('a push is shown once for each topic, and opens its page', async () => {
  start()
  await happen('push', pushEvent(payload))
  expect(shown).toHaveBeenCalledWith(
    'Pairwise',
    expect.objectContaining({ body: payload.body, tag: payload.tag, data: { path: '/en/chats/1' } }),
  )
  expect(badge).toHaveBeenCalledOnce()

  const close = vi.fn()
  await happen('notificationclick', { notification: { close, data: { path: '/en/chats/1' } } })
  expect(close).toHaveBeenCalled()
  expect(opened).toHaveBeenCalledWith('/en/chats/1')
})

test('an open page is brought to the front instead of a second one', async () => {
  start()
  const client = aWindow()
  await happen('notificationclick', { notification: { close: vi.fn(), data: { path: '/en/likes' } } })
  expect(client.navigate).toHaveBeenCalledWith('/en/likes')
  expect(opened).not.toHaveBeenCalled()
})

test('an open page that goes there by itself is not loaded anew', async () => {
  start()
  const client = aWindow({
    postMessage: vi.fn((message: { type: string; path: string }, [port]: MessagePort[]) => {
      if (message.type === 'open' && message.path === '/en/likes') port!.postMessage(true)
    }),
  })
  await happen('notificationclick', { notification: { close: vi.fn(), data: { path: '/en/likes' } } })
  expect(client.postMessage).toHaveBeenCalledOnce()
  expect(client.navigate).not.toHaveBeenCalled()
})

const ringing = { id: 'k1', conversation_id: '1', state: 'ringing', own: false }

test.each([
  ['refuses a call that rings', ringing, true],
  ['leaves a call of another conversation', { ...ringing, conversation_id: '2' }, false],
  ['leaves a call that was answered', { ...ringing, state: 'answered' }, false],
  ['leaves a call by the member', { ...ringing, own: true }, false],
  ['does nothing after the call', null, false],
])('the button of a ring %s', async (_, call, isRefused) => {
  start()
  const actions = [{ action: 'refuse', title: 'Decline' }]
  await happen('push', pushEvent({ ...payload, type: 'call', tag: 'call:1', actions }))
  expect(shown).toHaveBeenCalledWith('Pairwise', expect.objectContaining({ actions, tag: 'call:1' }))

  fetched.mockImplementation(async () => Response.json({ call }))
  await happen('notificationclick', { action: 'refuse', notification: { close: vi.fn(), tag: 'call:1' } })
  const sent = fetched.mock.calls.filter(([, options]) => (options as RequestInit).method === 'DELETE')
  expect(sent.map(([url, options]) => [url, (options as RequestInit).body])).toEqual(
    isRefused ? [['/api/call.php', '{"call_id":"k1"}']] : [],
  )
  expect(opened).not.toHaveBeenCalled()
})

test('a push while a page is visible becomes a message to that page', async () => {
  start()
  const client = aWindow()
  await happen('push', pushEvent(payload))
  expect(client.postMessage).toHaveBeenCalledWith(
    { type: 'push', push: { type: 'message', count: 1, path: '/en/chats/1' } },
    [],
  )
  expect(shown).not.toHaveBeenCalled()
})

test('a page in the background gets the message as well', async () => {
  start()
  const client = aWindow({ visibilityState: 'hidden', focused: false })
  await happen('push', pushEvent(payload))
  expect(client.postMessage).toHaveBeenCalled()
  expect(shown).toHaveBeenCalled()
  expect(badge).not.toHaveBeenCalled()
})

test.each([
  ['Safari', 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'],
  ['an app on the home screen of iOS', 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'],
  ['an unknown engine', ''],
])('%s shows every push', async (_, userAgent) => {
  start({ userAgent })
  aWindow()
  await happen('push', pushEvent(payload))
  expect(shown).toHaveBeenCalled()
})

test.each([['//evil.test'], ['https://evil.test/'], ['/\\evil.test'], [7], [undefined]])(
  '%s is no page of ours',
  async (path) => {
    start()
    await happen('push', pushEvent({ ...payload, path }))
    expect(shown).toHaveBeenCalledWith('Pairwise', expect.objectContaining({ data: { path: '/' } }))
  },
)

test('a call that another device has answered replaces its ring without a sound, and is shown only there', async () => {
  const answered = pushEvent({ ...payload, type: 'answered_call', tag: 'call:1' })
  start()
  rings = []
  await happen('push', answered)
  expect(shown).not.toHaveBeenCalled()

  const close = vi.fn()
  rings = [{ close }]
  await happen('push', answered)
  expect(shown).toHaveBeenCalledWith(
    'Pairwise',
    expect.objectContaining({ tag: 'call:1', silent: true, renotify: false }),
  )
  expect(badge).not.toHaveBeenCalled()

  // A page in front shows it: the ring of the device goes.
  aWindow()
  for (const type of ['answered_call', 'ended_call', 'missed_call'])
    await happen('push', pushEvent({ ...payload, type, tag: 'call:1' }))
  expect(close).toHaveBeenCalledTimes(3)
  expect(shown).toHaveBeenCalledOnce()
})

test('an unreadable push shows the general notification', async () => {
  start()
  await happen('push', { data: { json: () => JSON.parse('{') } })
  await happen('push', { data: null })
  expect(shown).toHaveBeenCalledTimes(2)
})

test('a changed push subscription is sent to the server', async () => {
  start()
  await happen('pushsubscriptionchange', { oldSubscription: { options: {} } })
  expect(fetched.mock.calls.map(([path, { method }]) => `${method} ${path}`)).toEqual([
    'GET /api/user.php',
    'POST /api/user.php?push=1',
  ])
  expect(JSON.parse(fetched.mock.calls[1]?.[1].body)).toEqual({ subscription: fresh.toJSON() })
})
