import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { Id, Profile } from '@/api/types'

export const profileKey = (id: Id) => address('profile.php', { id })

export function useProfile(id: Id) {
  return useSWR<Profile>(profileKey(id), () =>
    api.get<{ profile: Profile }>('profile.php', { id }).then((answer) => answer.profile),
  )
}
