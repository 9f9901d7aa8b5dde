import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freja } from '@tests/chat-makers'
import { failure, fakeApi, lastBody } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { createCallSession } from '@/features/calls/model/call-session'
import { CallButton, type Consent } from './call-button'
import CallLayer from './call-layer'

const rung = {
  id: 'k1',
  conversation_id: 'c1',
  kind: 'video',
  state: 'ringing',
  own: false,
  tab: null,
  connected: false,
  credits: 0,
}
const nobody = { call: null, profile: null }
const button = (consent: Consent) => <CallButton profile={freja} conversationId="c1" consent={consent} />

test('a call rings over the page, and declining it ends it', async () => {
  let answer: unknown = { call: rung, profile: freja }
  const asked = fakeApi({
    'GET call.php': () => answer,
    'DELETE call.php': () => {
      answer = nobody
      return {}
    },
  })
  const before = document.createElement('textarea')
  document.body.append(before)
  onTestFinished(() => before.remove())
  before.focus()
  const { user } = await show(<CallLayer memberId="me" />)
  const decline = await screen.findByRole('button', { name: 'Decline' })
  // A key that was meant for the page neither answers nor declines.
  expect(screen.getByRole('dialog')).toHaveFocus()
  expect(screen.getByText('Freja is calling with video')).toBeVisible()
  expect(document.title).toBe('Freja is calling with video')
  await expectAccessible(screen.getByRole('dialog'))
  await user.click(decline)

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(before).toHaveFocus()
  expect(asked.find(({ method }) => method === 'DELETE')?.body).toEqual({ call_id: 'k1' })
})

test('a call that another page answers, or that is cancelled, rings no more', async () => {
  for (const after of [nobody, { call: { ...rung, state: 'answered', tab: 'another' }, profile: freja }]) {
    let answer: unknown = { call: rung, profile: freja }
    fakeApi({ 'GET call.php': () => answer })
    const { publish, unmount } = await show(<CallLayer memberId="me" />)
    await screen.findByRole('button', { name: 'Answer' })
    answer = after
    act(() => publish('call', { call_id: 'k1' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    unmount()
  }
})

test('without a microphone the caller is told so, and nobody is rung', async () => {
  const asked = fakeApi({ 'GET call.php': () => nobody })
  const { user } = await show(
    <>
      {button({ own: true, partner: true, credits: 0 })}
      <CallLayer memberId="me" />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Calls' }))
  await user.click(await screen.findByRole('button', { name: 'Voice call' }))

  expect(await screen.findByText(/doesn’t let us use the microphone/)).toBeVisible()
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
})

test.each([
  ['Voice call', 'Cancel call'],
  ['Answer', 'End call'],
])('%s: a microphone that opens after the end is closed, and nothing follows', async (begin, end) => {
  let open: (stream: MediaStream) => void = () => undefined
  const getUserMedia = () => new Promise<MediaStream>((resolve) => (open = resolve))
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'))
  const stop = vi.fn()
  let answer: unknown = begin === 'Answer' ? { call: { ...rung, kind: 'voice' }, profile: freja } : nobody
  const asked = fakeApi({ 'GET call.php': () => answer, 'DELETE call.php': () => ({}) })
  const { user } = await show(
    <>
      {button({ own: true, partner: true, credits: 0 })}
      <CallLayer memberId="me" />
    </>,
  )
  if (begin !== 'Answer') await user.click(screen.getByRole('button', { name: 'Calls' }))
  await user.click(await screen.findByRole('button', { name: begin }))
  answer = nobody
  await user.click(await screen.findByRole('button', { name: end }))
  await act(() => Promise.resolve(open({ getTracks: () => [{ stop }] } as unknown as MediaStream)))

  expect(stop).toHaveBeenCalledOnce()
  expect(asked.some(({ method }) => ['POST', 'PUT'].includes(method))).toBe(false)
})

test('another camera that is chosen while the camera is off stays off', async () => {
  const camera = (facingMode: string) => ({ enabled: true, stop: vi.fn(), getSettings: () => ({ facingMode }) })
  const [front, back] = [camera('user'), camera('environment')]
  const pictureOf = (track: unknown) => ({
    getTracks: () => [track],
    getAudioTracks: () => [],
    getVideoTracks: () => [track],
  })
  const getUserMedia = vi.fn().mockResolvedValueOnce(pictureOf(front)).mockResolvedValueOnce(pictureOf(back))
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  vi.stubGlobal('MediaStream', function ([track]: unknown[]) {
    return pictureOf(track)
  })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'mediaDevices')
    vi.unstubAllGlobals()
  })
  fakeApi({ 'POST call.php': () => ({ call: { ...rung, own: true } }), 'DELETE call.php': () => ({}) })
  const session = createCallSession()
  await session.ring(freja, 'video')
  session.turnCamera(true)
  await session.switchCamera()

  expect(session.get().local?.getVideoTracks()[0]).toBe(back)
  expect(back.enabled).toBe(false)
  session.hangUp()
})

test('the background is blurred where the camera says so, and stays so with the other camera', async () => {
  const camera = (facingMode: string, backgroundBlur: boolean[]) => {
    const settings = { facingMode, backgroundBlur: false }
    const applyConstraints = vi.fn((wanted: { backgroundBlur: boolean }) => {
      if (backgroundBlur.includes(wanted.backgroundBlur)) settings.backgroundBlur = wanted.backgroundBlur
      return Promise.resolve()
    })
    const track = { enabled: true, stop: vi.fn(), getSettings: () => settings, getConstraints: () => ({}) }
    return { ...track, getCapabilities: () => ({ backgroundBlur }), applyConstraints }
  }
  const [front, back] = [camera('user', [false, true]), camera('environment', [false, true])]
  const cannot = camera('user', [false])
  const pictureOf = (track: unknown) => ({
    getTracks: () => [track],
    getAudioTracks: () => [],
    getVideoTracks: () => [track],
  })
  const getUserMedia = vi.fn()
  for (const track of [front, back, cannot]) getUserMedia.mockResolvedValueOnce(pictureOf(track))
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  vi.stubGlobal('MediaStream', function ([track]: unknown[]) {
    return pictureOf(track)
  })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'mediaDevices')
    vi.unstubAllGlobals()
  })
  fakeApi({ 'POST call.php': () => ({ call: { ...rung, own: true } }), 'DELETE call.php': () => ({}) })
  const session = createCallSession()
  await session.ring(freja, 'video')
  await session.blur(true)
  expect(session.get().isBlurred).toBe(true)
  await session.switchCamera()
  expect(back.getSettings().backgroundBlur).toBe(true)
  expect(session.get().isBlurred).toBe(true)

  // A camera that cannot is not called blurred.
  await session.switchCamera()
  expect(cannot.applyConstraints).not.toHaveBeenCalled()
  expect(session.get().isBlurred).toBe(false)
  await session.blur(true)
  expect(session.get().isBlurred).toBe(false)
  session.hangUp()
})

test.each(['not_enough_credits', 'credits_owed'])('%s: the caller gets the way to credits', async (code) => {
  const track = { stop: vi.fn() }
  const getUserMedia = () => Promise.resolve({ getTracks: () => [track], getVideoTracks: () => [] })
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'))
  fakeApi({ 'GET call.php': () => nobody, 'POST call.php': () => failure(402, code) })
  const { user } = await show(
    <>
      {button({ own: true, partner: true, credits: 5 })}
      <CallLayer memberId="me" />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Calls' }))
  await user.click(await screen.findByRole('button', { name: 'Voice call' }))

  expect(await screen.findByRole('link', { name: 'Buy credits' })).toBeVisible()
})

test('consent is saved at once, says what a call costs, and goes back when it is refused', async () => {
  const answers: unknown[] = [{}, failure(503, 'unavailable')]
  const asked = fakeApi({ 'PUT chat-settings.php': () => answers.shift() })
  const { user } = await show(button({ own: false, partner: true, credits: 6 }))
  await user.click(screen.getByRole('button', { name: 'Calls' }))
  expect(screen.queryByRole('button', { name: 'Voice call' })).not.toBeInTheDocument()
  const consent = await screen.findByRole('switch', { name: 'Allow calls in this conversation' })
  expect(screen.getByText(/costs the caller 6 credits/)).toBeVisible()
  expect(screen.getByText('Freja allows calls here')).toBeVisible()
  await user.click(consent)
  expect(lastBody(asked, 'chat-settings.php')).toEqual({ conversation_id: 'c1', calls: true })
  await user.click(consent)

  await waitFor(() => expect(consent).toBeChecked())
})
