import useSWR from 'swr'
import { api } from '@/api/client'
import type { NetworkViewAnswer } from '@/api/types'

const path = 'network-view.php'

/** The figures behind the key of a link. It goes in the body, because addresses are logged. */
export const useNetworkView = (key: string, range: { first: string; last: string }) =>
  useSWR<NetworkViewAnswer>(
    [path, key, range.first, range.last],
    () => api.post<NetworkViewAnswer>(path, { key, ...range }),
    { keepPreviousData: true, shouldRetryOnError: false, revalidateOnFocus: false },
  )
