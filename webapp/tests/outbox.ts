import { onTestFinished } from 'vitest'
import type { OutboxChannel } from '@/outbox/channel'
import type { Outbox, PageEnvironment } from '@/outbox/outbox'
import { pageOutbox } from '@/outbox/page-outbox'
import { memoryStore } from '@/outbox/store'

const silent: OutboxChannel = { announce: () => undefined, listen: () => undefined, close: () => undefined }

/** An outbox of its own, over a store in memory unless another is given. It ends with the test. */
export function anOutbox(replaced: Partial<PageEnvironment> = {}): Outbox {
  const outbox = pageOutbox({ store: memoryStore(), channel: silent, ...replaced })
  onTestFinished(() => outbox.close())
  return outbox
}

/** Channels of several tabs: each receives the announcements of the others, and not its own. */
export function channels(): () => OutboxChannel {
  const listeners = new Map<object, () => void>()
  return () => {
    const tab = {}
    return {
      announce: () => listeners.forEach((listener, other) => other !== tab && queueMicrotask(listener)),
      listen: (listener) => void listeners.set(tab, listener),
      close: () => void listeners.delete(tab),
    }
  }
}
