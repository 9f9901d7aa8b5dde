import useSWR from 'swr'
import { api } from '@/api/client'
import { keys } from '@/api/keys'
import type { OwnProfile } from '@/api/types'
import { useUser } from '@/api/use-user'

export interface OwnProfileAnswer {
  profile: OwnProfile
}

export function useOwnProfile() {
  const { user } = useUser()
  const { data, error, mutate } = useSWR<OwnProfileAnswer>(
    user ? keys.ownProfile : null,
    () => api.get<OwnProfileAnswer>('profile.php'),
    {
      revalidateOnFocus: false,
    },
  )
  return { profile: data?.profile, error: error as unknown, retry: () => void mutate() }
}
