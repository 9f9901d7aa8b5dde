/** Closes the notification of a call that was answered or declined here; that of a missed one stays. */
export async function closeRingNotification(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const shown = (await registration?.getNotifications()) ?? []
  for (const each of shown) if (each.tag.startsWith('call:')) each.close()
}
