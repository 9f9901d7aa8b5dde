import useSWRImmutable from 'swr/immutable'
import { address, api } from '@/api/client'
import type { Interest } from '@/api/types'

export function useInterests(): Interest[] {
  const { data } = useSWRImmutable(address('interests.php'), () => api.get<{ interests: Interest[] }>('interests.php'))
  return data?.interests ?? []
}
