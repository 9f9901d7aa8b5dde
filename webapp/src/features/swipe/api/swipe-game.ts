import { useEffect } from 'react'
import { useSWRConfig } from 'swr'
import { address, api } from '@/api/client'
import type { CandidateDeck, Id, Swiped, UndoneSwipe } from '@/api/types'

const path = 'swipe-game.php'

/** The key of the first candidates where they come with the page. */
export const deckKey = address(path)

/** The candidates that the page came with, for the first game on it; undefined afterwards. */
export function useDeckOfPage(): CandidateDeck | undefined {
  const { cache } = useSWRConfig()
  useEffect(() => void cache.delete(deckKey), [cache])
  return cache.get(deckKey)?.data as CandidateDeck | undefined
}

export const fetchCandidates = () => api.get<CandidateDeck>(path)

/** `id` is made once for a decision, so that a retry decides once. */
export const sendSwipe = (id: Id, profile: Id, like: boolean) =>
  api.post<Swiped>(path, { id, profile_id: profile, like })

export const undoSwipe = (profile: Id) => api.delete<UndoneSwipe>(path, { profile_id: profile })
