import { mutate } from 'swr'
import { api } from '../../../api/client'
import { keys } from '../../../api/keys'
import type { ProfileChanges } from '../../../api/types'
import type { OwnProfileAnswer } from '../../../api/use-own-profile'

export async function changeProfile(changes: ProfileChanges): Promise<void> {
  const answer = await api.put<OwnProfileAnswer>('profile.php', changes)
  await mutate(keys.ownProfile, answer, { revalidate: false })
}
