// The service worker: caches the shell, shows pushes, and sends the outbox when no page is open. Built as one classic
// script (vite.worker.ts). Answers of the API are never cached; unsent messages stay until sent or until logging out.
import { announceRelease, cacheAssets, deleteOtherCaches, precache, sweep } from './cache'
import { answerFor, assetFor } from './navigation'
import { sendUnsent } from './outbox'
import { openNotification, payloadOf, refuseCall, renewSubscription, showPush, type SubscriptionChange } from './push'

declare const self: ServiceWorkerGlobalScope

/** Background sync, which TypeScript's library does not know. */
interface SyncEvent extends ExtendableEvent {
  tag: string
}

self.addEventListener('install', (event) => event.waitUntil(precache().then(() => self.skipWaiting())))

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    await deleteOtherCaches()
    await self.clients.claim()
    await announceRelease()
    await sweep()
  }
  event.waitUntil(takeOver())
})

self.addEventListener('message', (event) => {
  const data = event.data as { type?: string; urls?: string[] } | undefined
  if (data?.type === 'keep') event.waitUntil(cacheAssets(data.urls ?? [], assetFor))
})

self.addEventListener('fetch', (event) => {
  const answer = answerFor(event.request, (work) => event.waitUntil(work))
  if (answer) event.respondWith(answer)
})

self.addEventListener('push', (event) => event.waitUntil(showPush(payloadOf(event))))

self.addEventListener('notificationclick', (event) => {
  const { action, notification } = event
  notification.close()
  event.waitUntil(
    action === 'refuse'
      ? refuseCall(notification.tag)
      : openNotification(notification as { data: { path?: unknown } | null }),
  )
})

self.addEventListener('pushsubscriptionchange', (event) =>
  (event as SubscriptionChange).waitUntil(renewSubscription(event as SubscriptionChange)),
)

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  if (sync.tag === 'outbox') sync.waitUntil(sendUnsent())
})
