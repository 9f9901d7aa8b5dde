import useSWRImmutable from 'swr/immutable'
import { api } from './client'
import { keys } from './keys'
import type { Company, Settings } from './types'

export function useSettings() {
  const { data, error } = useSWRImmutable(keys.settings, () =>
    api.get<{ settings: Settings }>('settings.php').then((answer) => answer.settings),
  )
  return { settings: data, error: error as unknown }
}

export function useCompany() {
  const { data } = useSWRImmutable(keys.company, () =>
    api.get<{ company: Company }>('companyinfo.php').then((answer) => answer.company),
  )
  return data
}
