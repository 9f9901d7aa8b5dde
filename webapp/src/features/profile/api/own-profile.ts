import { mutate } from 'swr'
import useSWRImmutable from 'swr/immutable'
import { address, api } from '../../../api/client'
import { keys } from '../../../api/keys'
import type { Interest, ProfileChanges } from '../../../api/types'
import type { OwnProfileAnswer } from '../../../api/use-own-profile'

export function useInterests(): Interest[] {
  const { data } = useSWRImmutable(address('interests.php'), () => api.get<{ interests: Interest[] }>('interests.php'))
  return data?.interests ?? []
}

export async function changeProfile(changes: ProfileChanges): Promise<void> {
  const answer = await api.put<OwnProfileAnswer>('profile.php', changes)
  await mutate(keys.ownProfile, answer, { revalidate: false })
}
