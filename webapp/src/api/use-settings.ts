import useSWR from 'swr'
import useSWRImmutable from 'swr/immutable'
import { api } from './client'
import { keys } from './keys'
import { settingsQuery } from './route-query'
import type { Company, Settings } from './types'

export function useSettings() {
  // A page that was opened without a network asks when there is one.
  const { data, error } = useSWR(
    keys.settings,
    () => api.get<{ settings: Settings }>('settings.php', settingsQuery()).then((answer) => answer.settings),
    {
      revalidateOnFocus: false,
      revalidateIfStale: false,
    },
  )
  return { settings: data, error: error as unknown }
}

/** The age from which the site takes members, for sentences that say it. */
export function useMinAge(): number {
  return useSettings().settings?.min_age ?? 18
}

export function useCompany() {
  const { data } = useSWRImmutable(keys.company, () =>
    api.get<{ company: Company }>('companyinfo.php').then((answer) => answer.company),
  )
  return data
}
