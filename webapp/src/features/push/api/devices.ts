import { api } from '@/api/client'

const query = { push: 1 }

/** From now on this browser is reached, for as long as it is logged in. */
export async function keepDevice(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await api.post(
    'user.php',
    { subscription: { endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } } },
    { query },
  )
}

export async function forgetDevice(endpoint: string): Promise<void> {
  await api.delete('user.php', { endpoint }, { query })
}
