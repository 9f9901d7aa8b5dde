import useSWR, { useSWRConfig } from 'swr'
import { address, api } from '@/api/client'
import type { Privacy } from '@/api/types'

const key = address('privacy.php')

export function usePrivacy() {
  return useSWR<Privacy>(key, () => api.get<Privacy>('privacy.php'))
}

/** Turns invisible mode: shown at once, and taken back when the server refuses. */
export function useSetInvisible() {
  const { mutate } = useSWRConfig()
  return async (invisible: boolean): Promise<void> => {
    await mutate<Privacy>(key, () => api.put<Privacy>('privacy.php', { invisible }), {
      optimisticData: (now?: Privacy): Privacy => ({ hidden: false, blocked_count: 0, ...now, invisible }),
      rollbackOnError: true,
      revalidate: false,
    })
  }
}
