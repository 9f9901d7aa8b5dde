import useSWRImmutable from 'swr/immutable'
import { address, api } from './client'
import type { Interest } from './types'

export function useInterests(): Interest[] {
  const { data } = useSWRImmutable(address('interests.php'), () => api.get<{ interests: Interest[] }>('interests.php'))
  return data?.interests ?? []
}
