import { forgetKept } from '@/api/device/member-storage'

/** Leaves nothing of a deleted member on this device. */
export async function wipeDevice(): Promise<void> {
  sessionStorage.clear()
  await forgetKept()
  localStorage.clear()
  await navigator.clearAppBadge?.().catch(() => undefined)
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
  if ('caches' in window) for (const name of await caches.keys()) await caches.delete(name)
}
