import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { freja } from '@tests/chat-makers'
import { failure, fakeApi } from '@tests/fake-api'
import { createCallSession } from './call-session'
import type { Link, Peer } from './peer'

const wires = vi.hoisted(() => ({ onLink: undefined as unknown as (link: Link) => void }))
vi.mock('./peer', () => ({
  connectPeer: (given: typeof wires): Promise<Peer> => {
    wires.onLink = given.onLink
    return Promise.resolve({ receive: () => undefined, video: undefined, close: () => undefined })
  },
}))

const rung = {
  id: 'k1',
  conversation_id: 'c1',
  kind: 'voice',
  state: 'ringing',
  own: false,
  tab: null,
  connected: false,
}
const nobody = { call: null, profile: null }
const answered = ({ body }: { body: unknown }) => ({
  call: { ...rung, state: 'answered', tab: (body as { tab: string }).tab },
})

function devices(getUserMedia: () => Promise<unknown>) {
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'))
}

const sound = () => Promise.resolve({ getTracks: () => [], getAudioTracks: () => [], getVideoTracks: () => [] })

beforeEach(() => devices(sound))

test('of two who call each other at the same time, the one who is refused answers', async () => {
  const asked = fakeApi({
    'POST call.php': () => failure(409, 'in_another_call'),
    'GET call.php': () => ({ call: rung, profile: freja }),
    'PUT call.php': answered,
  })
  const session = createCallSession()
  await session.ring(freja, 'voice')

  expect(session.get().phase).toBe('connecting')
  expect(asked.at(-1)?.body).toMatchObject({ call_id: 'k1', step: 'answer' })
})

test.each<[string, (session: ReturnType<typeof createCallSession>) => unknown]>([
  ['that is left', (session) => session.leave()],
  [
    'without a microphone',
    (session) => {
      devices(() => Promise.reject(new Error('no')))
      return session.answer()
    },
  ],
])('on a page %s a call rings no more, and goes on at the others', async (_, stop) => {
  const asked = fakeApi({ 'GET call.php': () => ({ call: rung, profile: freja }) })
  const session = createCallSession()
  await session.load()
  expect(session.get().phase).toBe('rung')
  await stop(session)
  session.dismiss()
  if (_ !== 'that is left') await session.load()

  expect(session.get().phase).toBe('none')
  expect(asked.every(({ method }) => method === 'GET')).toBe(true)
})

test('a lost connection is tried again for 15 seconds, however often it is lost again', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const asked = fakeApi({
    'GET call.php': () => ({ call: rung, profile: freja }),
    'PUT call.php': answered,
    'DELETE call.php': () => ({}),
  })
  const session = createCallSession()
  await session.load()
  await session.answer()
  wires.onLink('connected')
  for (let second = 0; second < 14; second += 1) {
    wires.onLink('lost')
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(session.get().phase).toBe('lost')
  await vi.advanceTimersByTimeAsync(1000)

  expect(session.get().phase).toBe('over')
  expect(asked.at(-1)?.method).toBe('DELETE')
})

test('requests that get no answer end no call', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const asked = fakeApi({
    'GET call.php': () => ({ call: rung, profile: freja }),
    'PUT call.php': (put) =>
      (put.body as { step: string }).step === 'answer'
        ? answered(put)
        : Promise.reject(new TypeError('Failed to fetch')),
  })
  const session = createCallSession()
  await session.load()
  await session.answer()
  wires.onLink('connected')
  await vi.advanceTimersByTimeAsync(60_000)

  expect(session.get().phase).toBe('connected')
  expect(asked.every(({ method }) => method !== 'DELETE')).toBe(true)
})

test.each<[string, () => unknown]>([
  ['is answered elsewhere', () => nobody],
  ['never ends, for want of a network', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a ring that %s is over, though no event says so', async (_, later) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let answer: () => unknown = () => ({ call: rung, profile: freja })
  fakeApi({ 'GET call.php': () => answer() })
  const session = createCallSession()
  await session.load()
  expect(session.get().phase).toBe('rung')
  answer = later
  await vi.advanceTimersByTimeAsync(60_000)

  expect(session.get().phase).toBe('none')
})

test.each<[string, (session: ReturnType<typeof createCallSession>) => Promise<unknown>, string]>([
  ['rings', (session) => session.ring(freja, 'voice'), 'unanswered'],
  ['connects', (session) => session.load().then(() => session.answer()), 'failed'],
])('a call that %s for ever is given up without the server', async (_, begin, end) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let isGone = false
  fakeApi({
    'GET call.php': () => (isGone ? Promise.reject(new TypeError('Failed to fetch')) : { call: rung, profile: freja }),
    'POST call.php': () => ({ call: { ...rung, own: true } }),
    'PUT call.php': answered,
  })
  const session = createCallSession()
  await begin(session)
  isGone = true
  const ends: unknown[] = []
  session.subscribe(() => ends.push(session.get().end))
  await vi.advanceTimersByTimeAsync(60_000)

  expect(ends).toContain(end)
})

test('an answer late in the ring has its own time to connect', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let answer: unknown = { call: rung, profile: freja }
  fakeApi({
    'GET call.php': () => answer,
    'PUT call.php': (put) => {
      const given = answered(put)
      answer = { ...given, profile: freja }
      return given
    },
  })
  const session = createCallSession()
  await session.load()
  await vi.advanceTimersByTimeAsync(29_000)
  await session.answer()
  await vi.advanceTimersByTimeAsync(14_000)

  expect(session.get().phase).toBe('connecting')
})

test('a call rings over the end of another one', async () => {
  let answer: unknown = { call: rung, profile: freja }
  fakeApi({ 'GET call.php': () => answer, 'PUT call.php': answered, 'DELETE call.php': () => ({}) })
  const session = createCallSession()
  await session.load()
  await session.answer()
  answer = nobody
  await session.load()
  expect(session.get().phase).toBe('over')
  answer = { call: { ...rung, id: 'k2' }, profile: freja }
  await session.load()

  expect(session.get().phase).toBe('rung')
})
