import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { createPushState } from '@/api/push-state'
import { createPageStart, useRefreshInterval } from '@/api/refresh'
import { Singletons } from '@/singletons'
import { findOut } from '@/features/push/model/device'
import { MailStoppedAlert } from './mail-stopped-alert'
import { PushAlert } from './push-alert'
import { ThisDevice } from './this-device'

const subscription = {
  endpoint: 'https://fcm.googleapis.com/1',
  options: { applicationServerKey: new Uint8Array([4, 1]).buffer },
  toJSON: () => ({
    endpoint: 'https://fcm.googleapis.com/1',
    expirationTime: null,
    keys: { p256dh: 'key', auth: 'secret' },
  }),
  unsubscribe: () => Promise.resolve(true),
}
const publicKey = 'BAE'
let subscribed: typeof subscription | null
let answer: NotificationPermission

beforeEach(() => {
  subscribed = null
  answer = 'granted'
  const pushManager = {
    getSubscription: () => Promise.resolve(subscribed),
    subscribe: () => Promise.resolve((subscribed = subscription)),
  }
  const permission = {
    permission: 'default' as NotificationPermission,
    requestPermission: () => Promise.resolve((permission.permission = answer)),
  }
  vi.stubGlobal('Notification', permission)
  vi.stubGlobal('PushManager', vi.fn())
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve({ pushManager }) },
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  delete (navigator as { serviceWorker?: unknown }).serviceWorker
  localStorage.clear()
})

const settings = { 'GET settings.php': () => ({ settings: { push_public_key: publicKey } }) }

test('turned on, this browser is reached and the lists are read less often', async () => {
  const asked = fakeApi({ ...settings, 'POST user.php': () => ({}) })
  let refreshInterval = () => 0
  function Interval() {
    refreshInterval = useRefreshInterval()
    return null
  }
  const singletons = new Singletons()
  singletons.set(createPageStart, -60_000)
  const { user, container } = await show(
    [<PushAlert key="alert" memberId="on" onDismiss={() => undefined} />, <Interval key="interval" />],
    { singletons },
  )
  expect(await screen.findByText('Get notified about new messages')).toBeVisible()
  await expectAccessible(container)
  expect(refreshInterval()).toBe(60_000)
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText('Notifications are on for this device')).toBeVisible()
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
    subscription: { endpoint: 'https://fcm.googleapis.com/1', keys: { p256dh: 'key', auth: 'secret' } },
  })
  expect(singletons.get(createPushState).get().status).toBe('subscribed')
  expect(refreshInterval()).toBe(300_000)
})

test('a dismissal is stored with its time', async () => {
  fakeApi(settings)
  const onDismiss = vi.fn()
  const { user } = await show(<PushAlert memberId="away" onDismiss={onDismiss} />)
  await user.click(await screen.findByRole('button', { name: 'Not now' }))
  expect(onDismiss).toHaveBeenCalledOnce()
  expect(Number(localStorage.getItem('member:away:push-alert-dismissed-at'))).toBeGreaterThan(0)
})

test('a denied permission shows where to change it', async () => {
  fakeApi(settings)
  answer = 'denied'
  const { user } = await show(<ThisDevice memberId="no" />)
  await user.click(await screen.findByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText(/Blocked by your browser/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /Turn/ })).toBeNull()
})

test('turned off, the server forgets this browser', async () => {
  const asked = fakeApi({ ...settings, 'POST user.php': () => ({}), 'DELETE user.php': () => ({}) })
  const { user, container } = await show(<ThisDevice memberId="off" />)
  await user.click(await screen.findByRole('button', { name: 'Turn on' }))
  await user.click(await screen.findByRole('button', { name: 'Turn off' }))
  expect(await screen.findByText('Notifications are off on this device')).toBeVisible()
  expect(asked.find(({ method }) => method === 'DELETE')?.body).toEqual({ endpoint: 'https://fcm.googleapis.com/1' })
  await expectAccessible(container)
})

test('a server that refuses leaves it off', async () => {
  fakeApi({ ...settings, 'POST user.php': () => failure(422, 'push_service_unknown') })
  const { user, singletons } = await show(<ThisDevice memberId="refused" />)
  await user.click(await screen.findByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText(/can’t send notifications to this browser/)).toBeVisible()
  expect(singletons.get(createPushState).get().status).toBe('capable')
})

test('a browser subscribed by another member is not subscribed again without a press', async () => {
  const asked = fakeApi({ 'POST user.php': () => ({}) })
  subscribed = subscription
  Object.assign(Notification, { permission: 'granted' })
  const push = createPushState()
  await findOut(push, 'stranger', publicKey)
  expect(asked).toEqual([])
  expect(push.get().status).toBe('capable')
})

test("after a change of the site's key the browser subscribes again at the next visit, without a question", async () => {
  const asked = fakeApi({ 'POST user.php': () => ({}), 'DELETE user.php': () => ({}) })
  const unsubscribe = vi.fn(() => Promise.resolve(true))
  const earlier = new Uint8Array([4, 2]).buffer
  subscribed = {
    ...subscription,
    endpoint: 'https://fcm.googleapis.com/0',
    unsubscribe,
    options: { applicationServerKey: earlier },
  }
  Object.assign(Notification, { permission: 'granted', requestPermission: vi.fn() })
  localStorage.setItem('member:rotated:push-wanted', 'true')

  const push = createPushState()
  await findOut(push, 'rotated', publicKey)

  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(asked.map(({ method, body }) => [method, body])).toEqual([
    ['POST', { subscription: { endpoint: 'https://fcm.googleapis.com/1', keys: { p256dh: 'key', auth: 'secret' } } }],
    ['DELETE', { endpoint: 'https://fcm.googleapis.com/0' }],
  ])
  expect(push.get().status).toBe('subscribed')
  expect(Notification.requestPermission).not.toHaveBeenCalled()

  asked.length = 0
  await findOut(push, 'rotated', publicKey)
  expect(asked.map(({ method }) => method)).toEqual(['POST'])
})

test('the reason for suppressed mail is shown until it is dismissed', async () => {
  const onDismiss = vi.fn()
  const { user, container } = await show(
    <MailStoppedAlert memberId="me" reason="complained" to="/notifications" onDismiss={onDismiss} />,
  )
  expect(screen.getByText(/marked one of our emails as spam/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'View' })).toHaveAttribute('href', '/notifications')
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  expect(onDismiss).toHaveBeenCalledOnce()
  expect(Number(localStorage.getItem('member:me:mail-stopped-alert-dismissed-at'))).toBeGreaterThan(0)
})
