import useSWR, { useSWRConfig } from 'swr'
import { address, api } from '@/api/client'
import type { Privacy } from '@/api/types'

const key = address('privacy.php')

export function usePrivacy() {
  return useSWR<Privacy>(key, () => api.get<Privacy>('privacy.php'))
}

export type PrivacyChoices = Partial<Omit<Privacy, 'hidden' | 'blocked_count'>>

/** Changes what others see: shown at once, and taken back when the server refuses. */
export function useChangePrivacy(now: Privacy) {
  const { mutate } = useSWRConfig()
  return async (choices: PrivacyChoices): Promise<void> => {
    await mutate<Privacy>(key, () => api.put<Privacy>('privacy.php', choices), {
      optimisticData: (newest?: Privacy): Privacy => ({ ...(newest ?? now), ...choices }),
      rollbackOnError: true,
      revalidate: false,
    })
  }
}
