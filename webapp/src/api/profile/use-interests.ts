import useSWRImmutable from 'swr/immutable'
import { address, api } from '@/api/client'
import type { Interest } from '@/api/types'
import { useSettings } from '@/api/use-settings'

/** The interests that the site offers. Settings of the previous release, also those kept on the device, have no list. */
export function useInterests(): Interest[] {
  const { settings } = useSettings()
  const offered = settings?.interests as Interest[] | undefined
  const isAsked = settings !== undefined && offered === undefined
  const { data } = useSWRImmutable(isAsked ? address('interests.php') : null, () =>
    api.get<{ interests: Interest[] }>('interests.php'),
  )
  return offered ?? data?.interests ?? []
}
