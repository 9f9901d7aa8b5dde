import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import { keys } from '@/api/keys'
import type { Notifications, NotificationType } from '@/api/types'

/** The key of the member's switches. */
export const notificationsKey = address('notifications.php')

export function useNotifications() {
  return useSWR<Notifications>(notificationsKey, () => api.get<Notifications>('notifications.php'))
}

/** Shown at once, and taken back when the server refuses. */
export async function setNotification(
  type: string,
  change: Partial<Pick<NotificationType, 'email' | 'push'>>,
): Promise<void> {
  await put({ type, ...change }, (answer) => ({
    ...answer,
    types: answer.types.map((one) => (one.type === type ? { ...one, ...change } : one)),
  }))
}

/** Shown at once, and taken back when the server refuses. */
export async function setDiscreetMails(discreet: boolean): Promise<void> {
  await put({ discreet_mails: discreet }, (answer) => ({ ...answer, discreet_mails: discreet }))
}

async function put(body: Record<string, unknown>, change: (answer: Notifications) => Notifications): Promise<void> {
  const changed = (answer?: Notifications): Notifications =>
    change(answer ?? { types: [], mail_disabled: null, discreet_mails: true })
  await mutate(
    notificationsKey,
    async (answer?: Notifications) => {
      await api.put('notifications.php', body)
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
