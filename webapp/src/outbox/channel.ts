import { openChannel } from '@/api/device/tabs'

/** Announces to the other tabs and the service worker that the store has changed. */
export interface OutboxChannel {
  announce: () => void
  /** Runs the listener after each change made elsewhere. */
  listen: (listener: () => void) => void
  close: () => void
}

/** The `BroadcastChannel` of all pages and workers; silent where the browser has none. */
export function broadcastChannel(): OutboxChannel {
  const channel = openChannel('outbox')
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
    announce: () => channel?.postMessage('changed'),
    listen: (listener) => channel?.addEventListener('message', listener),
    close: () => channel?.close(),
  }
}
