import { expect, test, vi } from 'vitest'
import { onLoggedOutElsewhere, announceLogout } from './session-channel'

const moment = () => new Promise((done) => setTimeout(done, 50))

test('a page receives the log-out of another page, and not its own', async () => {
  const listener = vi.fn()
  const stop = onLoggedOutElsewhere(listener)

  announceLogout()
  await moment()
  expect(listener).not.toHaveBeenCalled()

  vi.resetModules()
  const otherPage = await import('./session-channel')
  otherPage.announceLogout()
  await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce())
  stop()
})
