import { mutate } from 'swr'
import { api } from '@/api/client'
import { keys } from '@/api/keys'
import type { OwnProfileAnswer } from '@/api/profile/use-own-profile'

/** Which ages the member looks for, from now on: by it others find them, too. */
export async function rememberAges(from: number, to: number): Promise<void> {
  const answer = await api.put<OwnProfileAnswer>('profile.php', { wants_from: from, wants_to: to })
  await mutate(keys.ownProfile, answer, { revalidate: false })
}
