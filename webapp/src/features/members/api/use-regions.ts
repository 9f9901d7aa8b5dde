import useSWRImmutable from 'swr/immutable'
import { address, api } from '../../../api/client'

interface Region {
  id: string
  name: string
}

export function useRegions(country: string | null) {
  return useSWRImmutable(country && address('regions.php', { country }), () =>
    api.get<{ regions: Region[] }>('regions.php', { country }).then((answer) => answer.regions),
  )
}
