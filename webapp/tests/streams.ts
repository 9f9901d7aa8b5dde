import { act } from '@testing-library/react'
import { vi } from 'vitest'
import type { LiveEvents } from '@/api/types'

/** A stream the test speaks on. */
export class FakeStream extends EventTarget {
  isOpen = true
  constructor(readonly url: string) {
    super()
    opened.push(this)
  }
  say<N extends keyof LiveEvents>(name: N, data: LiveEvents[N], id = '') {
    act(() => void this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId: id })))
  }
  cut() {
    this.dispatchEvent(new Event('error'))
  }
  close() {
    this.isOpen = false
  }
}

let opened: FakeStream[] = []

/** Every stream that is opened from now on, the latest last. */
export function fakeStreams(): FakeStream[] {
  opened = []
  vi.stubGlobal('EventSource', FakeStream)
  return opened
}
