import useSWRImmutable from 'swr/immutable'
import { address, api } from '@/api/client'
import type { Region } from '@/api/types'

export function useRegions(country: string | null) {
  return useSWRImmutable(country && address('regions.php', { country }), () =>
    api.get<{ regions: Region[] }>('regions.php', { country }).then((answer) => answer.regions),
  )
}
