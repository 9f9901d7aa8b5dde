import useSWR from 'swr'
import { api } from './client'
import { keys } from './keys'
import type { Profile } from './types'
import { useUser } from './use-user'

export interface OwnProfile {
  profile: Profile
}

export function useOwnProfile() {
  const { user } = useUser()
  const { data, error, mutate } = useSWR<OwnProfile>(user ? keys.ownProfile : null, () => api.get<OwnProfile>('profile.php'), {
    revalidateOnFocus: false,
  })
  return { profile: data?.profile, error: error as unknown, retry: () => void mutate() }
}
