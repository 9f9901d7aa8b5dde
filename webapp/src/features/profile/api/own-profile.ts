import useSWR, { mutate } from 'swr'
import useSWRImmutable from 'swr/immutable'
import { address, api } from '../../../api/client'
import type { Profile } from '../../../api/types'

const key = address('profile.php')

interface Answer {
  profile: Profile
}

export type ProfileChanges = Partial<Pick<Profile, 'about' | 'interests' | 'town_id' | 'seeks'>>

export function useOwnProfile() {
  return useSWR<Answer>(key, () => api.get<Answer>('profile.php'))
}

export function useInterests(): string[] {
  const { data } = useSWRImmutable(address('interests.php'), () => api.get<{ interests: string[] }>('interests.php'))
  return data?.interests ?? []
}

export async function changeProfile(changes: ProfileChanges): Promise<void> {
  const answer = await api.put<Answer>('profile.php', changes)
  await mutate(key, answer, { revalidate: false })
}
