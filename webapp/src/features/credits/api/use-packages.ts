import useSWR from 'swr'
import { address, api } from '../../../api/client'
import type { Packages } from '../../../api/types'

export const packagesKey = address('packages.php')

export function usePackages() {
  const { data, error, mutate } = useSWR<Packages>(packagesKey, () => api.get<Packages>('packages.php'))
  return { packages: data, error: error as unknown, retry: () => void mutate() }
}
