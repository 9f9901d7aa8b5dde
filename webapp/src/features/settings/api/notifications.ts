import useSWR, { mutate } from 'swr'
import { address, api } from '../../../api/client'
import { keys } from '../../../api/keys'
import type { Notifications, NotificationType } from '../../../api/types'

const key = address('notifications.php')

export function useNotifications() {
  return useSWR<Notifications>(key, () => api.get<Notifications>('notifications.php'))
}

/** Shown at once, and taken back when the server refuses. */
export async function setNotification(type: string, change: Partial<Pick<NotificationType, 'email' | 'push'>>): Promise<void> {
  const changed = (answer?: Notifications): Notifications => ({
    mail_disabled: answer?.mail_disabled ?? null,
    types: (answer?.types ?? []).map((one) => (one.type === type ? { ...one, ...change } : one)),
  })
  await mutate(
    key,
    async (answer?: Notifications) => {
      await api.put('notifications.php', { type, ...change })
      return changed(answer)
    },
    { optimisticData: (answer?: Notifications) => changed(answer), rollbackOnError: true, revalidate: false },
  )
}

/** Mail again, after it stopped. Returns how things stand now. */
export async function resumeMail(): Promise<Notifications> {
  const now = await api.delete<Notifications>('mail-suppression.php')
  void mutate(keys.user)
  return now
}
