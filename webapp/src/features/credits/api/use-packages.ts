import useSWR from 'swr'
import { address, api } from '../../../api/client'
import type { Packages } from '../../../api/types'
import { useOwnProfile } from '../../../api/use-own-profile'

const path = 'packages.php'

/** What credits cost, and how they can be paid where the member lives. */
export function usePackages() {
  const country = useOwnProfile().profile?.country
  const query = { country }
  const { data, error, mutate } = useSWR<Packages>(address(path, query), () => api.get<Packages>(path, query), { keepPreviousData: true })
  return { packages: data, error: error as unknown, retry: () => void mutate() }
}
