import { keep, kept } from '../../../api/member-storage'
import { pushState, setPushState, type PushStatus } from '../../../api/push-state'
import { forgetDevice, keepDevice } from '../api/devices'

// Whether this member wants pushes in this browser; logging out takes the wish away with everything else of them.
const wish = 'push-wanted'

function can(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

function found(status: PushStatus): void {
  setPushState({ status, isFoundOut: true })
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** Whether this subscription is for this site's key: after a change of keys the old one brings nothing any more. */
function isFor(subscription: PushSubscription, publicKey: string): boolean {
  const key = subscription.options.applicationServerKey
  if (!key) return true
  const ours = bytesOf(publicKey)
  return new Uint8Array(key).every((byte, at) => byte === ours[at])
}

/** Finds out how things stand in this browser, and tells the server again where it is reached. */
export async function findOut(memberId: string, publicKey: string): Promise<void> {
  if (!can() || !publicKey) return found('unknown')
  if (Notification.permission === 'denied') return found('denied')
  if (!kept(memberId, wish) || Notification.permission !== 'granted') return found('capable')
  try {
    const registration = await navigator.serviceWorker.ready
    const subscription = await registration.pushManager.getSubscription()
    if (!subscription || !isFor(subscription, publicKey)) return found('capable')
    await keepDevice(subscription)
    found('subscribed')
  } catch {
    found('capable')
  }
}

/** Asks the member and the browser. Returns where that led to; throws when the server or the push service fails. */
export async function turnOn(memberId: string, publicKey: string): Promise<PushStatus> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') {
    found(permission === 'denied' ? 'denied' : 'capable')
    return pushState().status
  }
  const { pushManager } = await navigator.serviceWorker.ready
  const old = await pushManager.getSubscription()
  if (old && !isFor(old, publicKey)) await old.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
  await keepDevice(subscription)
  keep(memberId, wish, true)
  found('subscribed')
  return 'subscribed'
}

export async function turnOff(memberId: string): Promise<void> {
  const registration = await navigator.serviceWorker.ready
  const subscription = await registration.pushManager.getSubscription()
  if (subscription) await forgetDevice(subscription.endpoint)
  keep(memberId, wish, null)
  found('capable')
  await subscription?.unsubscribe().catch(() => false)
}
