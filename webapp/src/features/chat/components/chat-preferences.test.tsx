import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aMessage } from '@tests/chat-makers'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { fakeStreams } from '@tests/streams'
import { chatPreferences } from '@/api/chat-preferences'
import { keep } from '@/api/device/member-storage'
import { LiveUpdates } from '@/live/live-updates'
import { playTone } from '@/live/tone'
import { ChatPreferences } from './chat-preferences'

vi.mock('@/live/tone', () => ({ playTone: vi.fn(async () => undefined) }))
beforeEach(() => void vi.mocked(playTone).mockClear())

test('settings are stored on the device, for this member', async () => {
  const { user, container } = await show(<ChatPreferences memberId="ann" />)
  const [enter, tone] = [
    screen.getByRole('switch', { name: 'Enter sends the message' }),
    screen.getByRole('switch', { name: 'Sound for new messages' }),
  ]
  expect(enter).toBeChecked()
  expect(tone).not.toBeChecked()

  await user.click(enter)
  await user.click(tone)

  expect(chatPreferences('ann')).toEqual({ enterSends: false, tone: true })
  expect(chatPreferences('bo')).toEqual({ enterSends: true, tone: false })
  await expectAccessible(container)
})

test('a tone sounds for members with tones turned on, and never for their own messages', async () => {
  const streams = fakeStreams()
  fakeApi({
    'GET user.php': () => ({ user: { id: 'ida', name: 'Ida', credits: 0, paid_user: false } }),
    'GET chats.php': () => ({ chats: [], total_unread_messages: 0 }),
  })
  const { publish } = await show(<LiveUpdates />)
  const deliver = (own: boolean) =>
    act(async () =>
      publish('message', {
        message: aMessage(1, { own }),
        conversation: { id: 'c1' },
        profile_id: 'freja',
        total_unread_messages: 1,
      }),
    )
  await waitFor(() => expect(streams).toHaveLength(1))
  await deliver(false)
  keep('ida', 'chat-habits', { tone: true })
  await deliver(true)
  expect(playTone).not.toHaveBeenCalled()

  await deliver(false)
  await waitFor(() => expect(playTone).toHaveBeenCalledOnce())
})
