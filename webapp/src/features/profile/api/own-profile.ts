import { mutate } from 'swr'
import useSWRImmutable from 'swr/immutable'
import { address, api } from '../../../api/client'
import { keys } from '../../../api/keys'
import type { Profile } from '../../../api/types'
import type { OwnProfile } from '../../../api/use-own-profile'

export type ProfileChanges = Partial<Pick<Profile, 'about' | 'interests' | 'town_id' | 'seeks'>>

export function useInterests(): string[] {
  const { data } = useSWRImmutable(address('interests.php'), () => api.get<{ interests: string[] }>('interests.php'))
  return data?.interests ?? []
}

export async function changeProfile(changes: ProfileChanges): Promise<void> {
  const answer = await api.put<OwnProfile>('profile.php', changes)
  await mutate(keys.ownProfile, answer, { revalidate: false })
}
