import { keep, kept } from '@/api/device/member-storage'
import type { PushStateStore, PushStatus } from '@/api/push-state'
import { forgetDevice, keepDevice } from '@/features/push/api/devices'

// Whether this member wants pushes in this browser; logging out takes the wish away with everything else of them.
const wish = 'push-wanted'

function can(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** Whether this subscription was made with this key of the site. */
function isFor(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey
  if (!key) return true
  const ours = bytesOf(publicKey)
  return new Uint8Array(key).every((byte, at) => byte === ours[at])
}

/** Finds out how things stand in this browser, and registers its subscription with the server again. */
export async function findOut(push: PushStateStore, memberId: string, publicKey: string): Promise<void> {
  const found = (status: PushStatus) => push.change({ status, isFoundOut: true })
  if (!can() || !publicKey) return found('unknown')
  if (Notification.permission === 'denied') return found('denied')
  if (!kept(memberId, wish) || Notification.permission !== 'granted') return found('capable')
  try {
    await subscribe(publicKey)
    found('subscribed')
  } catch {
    found('capable')
  }
}

/** Asks the member and the browser. Returns where that led to; throws when the server or the push service fails. */
export async function turnOn(push: PushStateStore, memberId: string, publicKey: string): Promise<PushStatus> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') {
    const status = permission === 'denied' ? 'denied' : 'capable'
    push.change({ status, isFoundOut: true })
    return status
  }
  await subscribe(publicKey)
  keep(memberId, wish, true)
  push.change({ status: 'subscribed', isFoundOut: true })
  return 'subscribed'
}

/**
 * Subscribes with the site's key in use, and registers it. A subscription is bound to the key it was made with: one
 * of an earlier key is replaced. Asks nobody: the permission was given before.
 */
async function subscribe(publicKey: string): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready
  const existing = await pushManager.getSubscription()
  if (existing && isFor(existing, publicKey)) return keepDevice(existing)
  await existing?.unsubscribe()
  await keepDevice(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }))
  // The push service would say so, too, at the next push.
  if (existing) await forgetDevice(existing.endpoint).catch(() => undefined)
}

export async function turnOff(push: PushStateStore, memberId: string): Promise<void> {
  const registration = await navigator.serviceWorker.ready
  const subscription = await registration.pushManager.getSubscription()
  if (subscription) await forgetDevice(subscription.endpoint)
  keep(memberId, wish, null)
  push.change({ status: 'capable', isFoundOut: true })
  await subscription?.unsubscribe().catch(() => false)
}
