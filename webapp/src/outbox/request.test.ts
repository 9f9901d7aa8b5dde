import { expect, test, vi } from 'vitest'
import type { QueuedMessage } from './message'
import { requestOf, sendBy } from './request'

const voice = new Blob(['RIFF'], { type: 'audio/wav' })
const message: QueuedMessage = {
  kind: 'voice',
  voice,
  milliseconds: 1_000,
  peaks: [100],
  text: '',
  id: 'm1',
  profileId: 'freja',
  at: '2026-11-20T12:00:00Z',
  position: 1,
  credits: 4,
  state: 'waiting',
}

test('a voice message is a form with the recording and no text', () => {
  const { path, body } = requestOf(message)

  expect(path).toBe('chat-voice.php')
  expect([...(body as FormData).keys()]).toEqual(['id', 'profile_id', 'voice'])
})

test('a recording that the browser has lost fails for good', async () => {
  const transport = vi.fn()
  const lost = { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('lost')) }) } as unknown as Blob

  const sending = sendBy(transport)({ ...message, voice: lost }, { onProgress: vi.fn(), signal: AbortSignal.abort() })

  await expect(sending).rejects.toMatchObject({ code: 'voice_unreadable' })
  expect(transport).not.toHaveBeenCalled()
})
