import { api } from '@/api/client'
import { webLocks } from '@/api/device/tabs'
import { newId } from '@/api/new-id'
import type { User } from '@/api/types'
import { upload } from '@/api/upload/upload'
import { broadcastChannel } from './channel'
import { Outbox, type PageEnvironment } from './outbox'
import { sendBy, type Transport } from './request'
import { deviceStore } from './store'

/** Sends by fetch, or by XMLHttpRequest for a form: it alone reports the progress of an upload. */
const pageTransport: Transport = ({ path, body }, { onProgress, signal }) =>
  body instanceof FormData ? upload(path, body, { onProgress, signal }) : api.post(path, body, { signal })

/** Registers the tag that `src/worker/sw.ts` listens for. Browsers without background sync send from pages alone. */
function requestSync(): void {
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  void worker?.ready
    .then((registration) =>
      (registration as { sync?: { register: (tag: string) => Promise<void> } }).sync?.register('outbox'),
    )
    .catch(() => undefined)
}

function onOnline(listener: () => void): () => void {
  window.addEventListener('online', listener)
  return () => window.removeEventListener('online', listener)
}

/** Makes the outbox of this page. Tests replace parts of its environment. */
export function pageOutbox(replaced: Partial<PageEnvironment> = {}): Outbox {
  return new Outbox({
    store: deviceStore(),
    channel: replaced.channel ?? broadcastChannel(),
    send: sendBy(pageTransport),
    loggedInMember: async () => (await api.get<{ user: User | null }>('user.php', { visitor: 1 })).user?.id ?? null,
    locks: webLocks(),
    isOnline: () => navigator.onLine,
    now: Date.now,
    newId,
    isAttended: true,
    requestSync,
    onOnline,
    ...replaced,
  })
}
