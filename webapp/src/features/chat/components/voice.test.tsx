import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aChat, aMessage, aSummary, freja } from '@tests/chat-makers'
import { aServer, openChat, settings } from '@tests/chat-screen'
import { failure } from '@tests/fake-api'
import { expectAccessible } from '@tests/render'
import { Singletons } from '@/singletons'
import { recordVoice, type Recorder } from '@/features/chat/api/record-voice'
import { recordingOf, sampleRate } from '@/features/chat/model/recording'

vi.mock('@/features/chat/api/record-voice', async (original) => ({
  ...(await original<typeof import('@/features/chat/api/record-voice')>()),
  canRecord: () => true,
  recordVoice: vi.fn(),
}))

const peaks = Array.from({ length: 48 }, (_, index) => index * 2)
const aVoice = {
  src: '/chat-media/m1/sound.ogg?e=1',
  mp3_src: '/chat-media/m1/sound.mp3?e=1',
  milliseconds: 4_000,
  peaks,
}
const spoken = recordingOf(new Float32Array(2 * sampleRate).fill(0.4))
const recorder = (more: Partial<Recorder> = {}): Recorder => ({
  level: () => 0.5,
  stop: async () => spoken,
  cancel: vi.fn(),
  ...more,
})
const priced = { 'GET settings.php': () => ({ settings: { ...settings, photo_credits: 4 } }) }
// As a browser does: the events come after the call.
const play = vi.fn(async function (this: HTMLMediaElement) {
  setTimeout(() => fireEvent.play(this))
})
const pause = vi.fn(function (this: HTMLMediaElement) {
  setTimeout(() => fireEvent.pause(this))
})

beforeEach(() => {
  vi.mocked(recordVoice).mockReset().mockResolvedValue(recorder())
  play.mockClear()
  pause.mockClear()
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('probably')
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play)
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(pause)
  URL.createObjectURL = () => 'blob:voice'
  URL.revokeObjectURL = () => undefined
})

type User = Awaited<ReturnType<typeof openChat>>['user']

async function record(user: User) {
  await user.click(screen.getByRole('button', { name: 'Record a voice message' }))
  const stop = await screen.findByRole('button', { name: 'Stop recording' })
  await waitFor(() => expect(stop).toHaveFocus())
  await user.click(stop)
  return screen.findByRole('group', { name: 'Voice message not sent yet' })
}

test('a voice message is recorded, played, and sent at the price of a photo', async () => {
  aServer(aChat(), priced)
  const { user, container } = await openChat()
  await user.click(screen.getByRole('button', { name: 'Record a voice message' }))
  expect(await screen.findByRole('group', { name: 'Recording' })).toHaveTextContent('Recording')
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Stop recording' }))

  const bar = await screen.findByRole('group', { name: 'Voice message not sent yet' })
  const send = within(bar).getByRole('button', { name: 'Send voice message' })
  await waitFor(() => expect(send).toHaveFocus())
  expect(await within(bar).findByText('This voice message: 4 credits · 18 left')).toBeVisible()
  await expectAccessible(container)
  await user.click(within(bar).getByRole('button', { name: 'Play' }))
  expect(play).toHaveBeenCalledOnce()

  await user.click(send)

  expect(screen.queryByRole('group', { name: 'Voice message not sent yet' })).toBeNull()
  expect(screen.getByRole('group', { name: 'Your voice message' })).toBeVisible()
})

test('too few credits keep the recording, and free messages are said not to cover it', async () => {
  const asked = aServer(aChat({ price: { credits: 0, free_messages_left: 2, balance: 3, wallet_version: 1 } }), priced)
  const { user } = await openChat()
  const bar = await record(user)
  await waitFor(() => expect(within(bar).getByText('This voice message: 4 credits · 3 left')).toBeVisible())
  expect(within(bar).getByText('Free messages don’t cover voice messages.')).toBeVisible()

  await user.click(within(bar).getByRole('button', { name: 'Send voice message' }))

  const dialog = await screen.findByRole('dialog', { name: 'Not enough credits' })
  expect(dialog).toHaveTextContent('This voice message costs 4 credits and you have 3.')
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
  expect(bar).toBeInTheDocument()
})

test('a recording that was not sent is there again after the chat was left, and a deleted one is not', async () => {
  aServer(aChat(), priced)
  const singletons = new Singletons()
  const first = await openChat({ singletons })
  await record(first.user)
  first.unmount()

  const second = await openChat({ member: first.member, singletons })
  const bar = screen.getByRole('group', { name: 'Voice message not sent yet' })
  await waitFor(() => expect(within(bar).getByRole('button', { name: 'Send voice message' })).toBeEnabled())
  await second.user.click(within(bar).getByRole('button', { name: 'Delete recording' }))
  second.unmount()

  await openChat({ member: first.member, singletons })
  expect(screen.queryByRole('group', { name: 'Voice message not sent yet' })).toBeNull()
})

test('a cancelled recording and one that is too short leave nothing', async () => {
  aServer(aChat(), priced)
  const cancelled = recorder()
  vi.mocked(recordVoice).mockResolvedValueOnce(cancelled)
  const { user } = await openChat()
  await user.click(screen.getByRole('button', { name: 'Record a voice message' }))
  const stop = await screen.findByRole('button', { name: 'Stop recording' })
  await waitFor(() => expect(stop).toHaveFocus())
  await user.keyboard('{Escape}')
  expect(cancelled.cancel).toHaveBeenCalledOnce()
  expect(await screen.findByRole('textbox', { name: 'Message to Freja' })).toBeVisible()

  const short = recordingOf(new Float32Array(sampleRate / 4))
  vi.mocked(recordVoice).mockResolvedValueOnce(recorder({ stop: async () => short }))
  await user.click(screen.getByRole('button', { name: 'Record a voice message' }))
  const again = await screen.findByRole('button', { name: 'Stop recording' })
  await waitFor(() => expect(again).toHaveFocus())
  await user.click(again)
  expect(await screen.findByText('This recording is too short. Record at least half a second.')).toBeVisible()
  expect(screen.queryByRole('group', { name: 'Voice message not sent yet' })).toBeNull()
})

test.each([
  ['NotAllowedError', /Allow it in the site settings/],
  ['NotFoundError', /We can’t find a microphone/],
  ['InvalidStateError', /We couldn’t record with this browser/],
])('%s says what to do', async (name, words) => {
  aServer(aChat(), priced)
  vi.mocked(recordVoice).mockRejectedValue(new DOMException('', name))
  const { user } = await openChat()

  await user.click(screen.getByRole('button', { name: 'Record a voice message' }))

  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Message to Freja' })).toBeVisible()
})

test('with words in the field there is nothing to record', async () => {
  aServer(aChat(), priced)
  const { user, field } = await openChat()
  await user.type(field, 'Hi')
  expect(screen.queryByRole('button', { name: 'Record a voice message' })).toBeNull()
})

const received = () => aChat({ messages: [aMessage(1, { kind: 'voice', text: '', voice: aVoice })] })

test('a voice message is read when it is pressed, faster when asked, and sought by keyboard', async () => {
  aServer(received(), priced)
  const { user, container } = await openChat()
  const player = screen.getByRole('group', { name: 'Voice message from Freja' })
  const audio = player.querySelector('audio')!
  expect(audio).toHaveAttribute('preload', 'none')
  expect(player).toHaveTextContent('0:04')
  await expectAccessible(container)

  await user.click(within(player).getByRole('button', { name: 'Faster: 1.5×' }))
  await user.click(within(player).getByRole('button', { name: 'Play' }))
  expect(audio.playbackRate).toBe(1.5)
  expect(await within(player).findByRole('button', { name: 'Pause' })).toBeVisible()

  const seek = within(player).getByRole('slider', { name: 'Position' })
  fireEvent.change(seek, { target: { value: '2000' } })
  expect(audio.currentTime).toBe(2)
  expect(seek).toHaveAttribute('aria-valuetext', '0:02 / 0:04')
})

test('a browser that plays no Opus gets the second format', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('')
  aServer(received(), priced)
  await openChat()

  const player = screen.getByRole('group', { name: 'Voice message from Freja' })
  expect(player.querySelector('audio')!.src).toContain('/chat-media/m1/sound.mp3')
})

test('an expired link is renewed once, and one that is gone is said to be', async () => {
  let answer: () => unknown = () => ({
    message: aMessage(1, { kind: 'voice', text: '', voice: { ...aVoice, src: '/chat-media/m1/sound.ogg?e=2' } }),
  })
  aServer(received(), { ...priced, 'GET chat-voice.php': () => answer() })
  const { user } = await openChat()
  const player = screen.getByRole('group', { name: 'Voice message from Freja' })
  const audio = player.querySelector('audio')!
  await user.click(within(player).getByRole('button', { name: 'Play' }))
  fireEvent.error(audio)
  await waitFor(() => expect(audio.src).toContain('e=2'))
  expect(play).toHaveBeenCalledTimes(2)

  fireEvent.error(audio)
  expect(await screen.findByText(/We couldn’t play this voice message/)).toBeVisible()

  vi.setSystemTime(Date.now() + 61_000)
  answer = () => failure(404, 'not_found')
  await user.click(within(player).getByRole('button', { name: 'Play' }))
  fireEvent.error(audio)
  expect(await screen.findByText('This voice message is no longer available')).toBeVisible()
  vi.useRealTimers()
})

test('a deleted one is shown as deleted, and the list names the kind of message', async () => {
  const last_message = {
    kind: 'voice' as const,
    text: '',
    gift: null,
    call: null,
    own: true,
    retracted: false,
    sent_at: '2026-11-20T12:00:00Z',
  }
  aServer(aChat({ messages: [aMessage(1, { kind: 'voice', text: '', voice: null })] }), {
    ...priced,
    'GET chats.php': () => ({ chats: [aSummary('c1', { profile: freja, last_message })], total_unread_messages: 0 }),
  })
  await openChat()
  expect(screen.getByText('This voice message is no longer available')).toBeVisible()
  expect(await screen.findByText('You: Voice message')).toBeVisible()
})
