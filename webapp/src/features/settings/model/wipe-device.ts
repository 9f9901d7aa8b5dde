import { forgetKept } from '@/api/device/member-storage'
import { deleteCaches, local, session } from '@/api/device/storage'

/** Leaves nothing of a deleted member on this device. */
export async function wipeDevice(): Promise<void> {
  session.clear()
  await forgetKept()
  local.clear()
  await navigator.clearAppBadge?.().catch(() => undefined)
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null)
  await subscription?.unsubscribe().catch(() => false)
  await deleteCaches()
}
