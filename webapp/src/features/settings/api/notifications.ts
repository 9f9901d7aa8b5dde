import useSWR, { mutate } from 'swr'
import { address, api } from '../../../api/client'
import type { NotificationType } from '../../../api/types'

const key = address('notifications.php')

interface Answer {
  types: NotificationType[]
}

export function useNotifications() {
  return useSWR<Answer>(key, () => api.get<Answer>('notifications.php'))
}

/** Shown at once, and taken back when the server refuses. */
export async function setNotification(type: string, change: Partial<Pick<NotificationType, 'email' | 'push'>>): Promise<void> {
  const changed = (answer?: Answer): Answer => ({
    types: (answer?.types ?? []).map((one) => (one.type === type ? { ...one, ...change } : one)),
  })
  await mutate(
    key,
    async (answer?: Answer) => {
      await api.put('notifications.php', { type, ...change })
      return changed(answer)
    },
    { optimisticData: (answer?: Answer) => changed(answer), rollbackOnError: true, revalidate: false },
  )
}
