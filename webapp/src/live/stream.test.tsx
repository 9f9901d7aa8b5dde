import { waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '@/api/client'
import { failure, fakeApi } from '@tests/fake-api'
import { show } from '@tests/render'
import { fakeStreams } from '@tests/streams'
import { LiveUpdates } from './live-updates'
import { createLiveEvents } from './stream'

const { openStream, subscribe } = createLiveEvents()
let close = () => {}
let members = 0

afterEach(() => {
  close()
  vi.unstubAllGlobals()
})

function aMember(): string {
  members += 1
  return `member-${members}`
}

test('the stream begins at the position of the lists, and continues from its last event', async () => {
  fakeApi({ 'GET user.php': () => ({ user: {} }) })
  const streams = fakeStreams()
  close = openStream(aMember(), 41, () => 0)
  expect(streams[0]?.url).toBe('/api/stream.php?cursor=41')

  streams[0]!.say('match', { profile_id: 'anna' }, '42')
  streams[0]!.cut()

  await waitFor(() => expect(streams[1]?.url).toBe('/api/stream.php?cursor=42'))
})

test('a stream that ends with the session logs the page out', async () => {
  const loggedOut = vi.fn()
  const stop = api.onLoggedOut(loggedOut)
  fakeApi({ 'GET user.php': () => failure(403, 'authentication_required') })
  const streams = fakeStreams()
  close = openStream(aMember(), 4, () => 0)
  streams[0]!.cut()

  await waitFor(() => expect(loggedOut).toHaveBeenCalledTimes(1))
  stop()
})

test('opened again for the same member it resumes, for another it begins anew', () => {
  const streams = fakeStreams()
  const jonas = aMember()
  openStream(jonas, 7)()
  openStream(jonas, 9)()
  openStream(aMember(), null)()
  expect(streams.map(({ url }) => url)).toEqual([
    '/api/stream.php?cursor=7',
    '/api/stream.php?cursor=7',
    '/api/stream.php',
  ])
  expect(streams.some(({ isOpen }) => isOpen)).toBe(false)
})

test('a closed stream delivers nothing more', () => {
  const streams = fakeStreams()
  const received = vi.fn()
  const stop = subscribe('match', received)
  openStream(aMember(), 1)()
  close = openStream(aMember(), 1)
  streams[0]!.say('match', { profile_id: 'anna' }, '2')
  streams[1]!.say('match', { profile_id: 'bea' }, '2')
  stop()
  expect(received.mock.calls).toEqual([[{ profile_id: 'bea' }]])
})

test('with the network the stream comes back at once, from where it was', async () => {
  fakeApi({ 'GET user.php': () => ({ user: {} }) })
  const streams = fakeStreams()
  close = openStream(aMember(), 3, () => 0)
  window.dispatchEvent(new Event('offline'))
  expect(streams[0]!.isOpen).toBe(false)
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(streams[1]?.url).toBe('/api/stream.php?cursor=3'))
})

test('a stream evicted by newer pages reconnects when the page becomes visible, and not by itself', async () => {
  fakeApi({ 'GET user.php': () => ({ user: {} }) })
  vi.useFakeTimers()
  const streams = fakeStreams()
  close = openStream(aMember(), 5, () => 0)
  streams[0]!.say('superseded', {})
  streams[0]!.cut()
  expect(streams[0]!.isOpen).toBe(false)

  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(streams).toHaveLength(1)

  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(2_000)
  vi.useRealTimers()
  expect(streams[1]?.url).toBe('/api/stream.php?cursor=5')
})

function Mounted() {
  const [times, setTimes] = useState(0)
  return (
    <>
      <button onClick={() => setTimes(times + 1)}>again</button>
      <LiveUpdates key={times} />
    </>
  )
}

test('it waits for the lists, and mounted anew it goes on', async () => {
  const id = aMember()
  fakeApi({
    'GET user.php': () => ({ user: { id } }),
    'GET chats.php': () => ({ chats: [], total_unread_messages: 0, cursor: 5 }),
  })
  const streams = fakeStreams()
  const { user, getByRole } = await show(<Mounted />)
  await waitFor(() => expect(streams[0]?.url).toBe('/api/stream.php?cursor=5'))
  streams[0]!.say('like', { profile_id: 'anna' }, '6')
  await user.click(getByRole('button'))
  await waitFor(() => expect(streams.at(-1)?.url).toBe('/api/stream.php?cursor=6'))
})

test('without the lists it begins now, and a stream that begins anew reads them again', async () => {
  const id = aMember()
  let down = true
  const asked = fakeApi({
    'GET user.php': () => ({ user: { id } }),
    'GET chats.php': () => (down ? failure(500, 'internal') : { chats: [], total_unread_messages: 0, cursor: 9 }),
  })
  const streams = fakeStreams()
  await show(<LiveUpdates />)
  await waitFor(() => expect(streams[0]?.url).toBe('/api/stream.php'))
  down = false
  const before = asked.length
  streams[0]!.say('hello', { cursor: 8 }, '8')
  await waitFor(() => expect(asked.slice(before).map(({ path }) => path)).toContain('chats.php'))
  expect(streams).toHaveLength(1)
})
