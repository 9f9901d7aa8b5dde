import useSWR from 'swr'
import { api } from './client'
import { keys } from './keys'
import type { OwnProfile } from './types'
import { useUser } from './use-user'

export interface OwnProfileAnswer {
  profile: OwnProfile
}

export function useOwnProfile() {
  const { user } = useUser()
  const { data, error, mutate } = useSWR<OwnProfileAnswer>(user ? keys.ownProfile : null, () => api.get<OwnProfileAnswer>('profile.php'), {
    revalidateOnFocus: false,
  })
  return { profile: data?.profile, error: error as unknown, retry: () => void mutate() }
}
