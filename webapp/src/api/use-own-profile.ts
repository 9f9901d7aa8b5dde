import useSWR from 'swr'
import { api } from './client'
import { keys } from './keys'
import type { Profile } from './types'
import { useUser } from './use-user'

export function useOwnProfile() {
  const { user } = useUser()
  return useSWR<Profile>(user ? keys.ownProfile : null, () => api.get<{ profile: Profile }>('profile.php').then((answer) => answer.profile), {
    revalidateOnFocus: false,
  })
}
