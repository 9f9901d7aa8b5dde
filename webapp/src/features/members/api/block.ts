import { mutate } from 'swr'
import { api } from '../../../api/client'
import { keys } from '../../../api/keys'
import { newId } from '../../../api/new-id'
import type { Card, Id, Profile } from '../../../api/types'
import { expireSearches } from './search'
import { blockedKey } from './use-blocked'
import { profileKey } from './use-profile'

export async function block(id: Id): Promise<void> {
  await api.post('block.php', { id: newId(), profile_id: id })
  await afterwards(id, true)
}

export async function unblock(id: Id): Promise<void> {
  await api.delete('block.php', { profile_id: id })
  await mutate(blockedKey, (cards?: Card[]) => cards?.filter((card) => card.id !== id), { revalidate: false })
  await afterwards(id, false)
}

/** A block hides two members from each other, so every list with either of them has changed. */
async function afterwards(id: Id, blocked: boolean): Promise<void> {
  await mutate(profileKey(id), (profile?: Profile) => profile && { ...profile, blocked_by_me: blocked }, { revalidate: false })
  await Promise.all([mutate(blockedKey), mutate(keys.likes), mutate(keys.chats)])
  expireSearches()
}
