import { useSWRConfig } from 'swr'
import { api } from '@/api/client'
import { keys } from '@/api/keys'
import { newId } from '@/api/new-id'
import type { Blocked, Id, Profile } from '@/api/types'
import { useExpireSearches } from './search'
import { blockedKey } from './use-blocked'
import { profileKey } from './use-profile'

export const seriousReasons = ['fake', 'harassment', 'fraud', 'minor'] as const
export const unmatchReasons = ['no_interest', 'met_someone', ...seriousReasons, 'other'] as const
export type UnmatchReason = (typeof unmatchReasons)[number]

export function useBlock() {
  const { mutate } = useSWRConfig()
  const expireSearches = useExpireSearches()

  // A block hides two members from each other, so every list with either of them has changed.
  const afterwards = async (id: Id, blocked: boolean) => {
    await mutate(profileKey(id), (profile?: Profile) => profile && { ...profile, blocked_by_me: blocked }, {
      revalidate: false,
    })
    await Promise.all([mutate(blockedKey), mutate(keys.likes), mutate(keys.chats)])
    expireSearches()
  }

  return {
    block: async (id: Id) => {
      await api.post('block.php', { id: newId(), profile_id: id })
      await afterwards(id, true)
    },
    /** Blocks, and ends likes, match and conversation for both. */
    unmatch: async (key: Id, id: Id, reason: UnmatchReason | null) => {
      await api.post('unmatch.php', { id: key, profile_id: id, reason })
      await afterwards(id, true)
    },
    unblock: async (id: Id) => {
      await api.delete('block.php', { profile_id: id })
      await mutate(
        blockedKey,
        (known?: Blocked) => known && { ...known, profiles: known.profiles.filter((card) => card.id !== id) },
        { revalidate: false },
      )
      await afterwards(id, false)
    },
  }
}
