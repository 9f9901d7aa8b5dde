import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** No time passes from here on but what the test lets pass, however slow the machine is. The end of the test starts the clock. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] })
}

export function pass(milliseconds: number): Promise<unknown> {
  return act(() => vi.advanceTimersByTimeAsync(milliseconds))
}
